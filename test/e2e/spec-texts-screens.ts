import { listed } from './shown-texts.ts'

/** Texts that users see, screen by screen. */
export const screenTexts: Record<string, readonly string[]> = {
  '1 Title': [
    'Earn Crypto for Real World Tasks | {brand}',
    '{page} · Earn Crypto for Real World Tasks | {brand}',
  ],
  '1 About': listed(`
    Escrow | Validation | Automatic payouts | ERC-20
    A creator must give a reason when rejecting a submission | Rewards | Escrow funding
    Governance voting | Trading`),
  '2 Not found': listed(`404 Page Not Found`),
  '2 Header': listed(`
    Home | Tasks | Faucet | Leaderboard | Dashboard | Approvals | Admin | Join Presale
    Connect wallet | Create Task | Logout | My Profile | Admin Panel`),
  '2 Footer': listed(`Platform | Create Tasks | Resources | Whitepaper | Testnet Faucet | © {n} {brand}`),
  '2 Home page': listed(`
    Start Earning | How it Works | Browse Tasks | Complete & Submit | Get Rewarded | Create a Task
    Featured Tasks | View All Tasks | No tasks available at the moment. | No tasks found
    Connect Wallet`),
  '2 Tasks page': listed(`
    Available Tasks | All Categories | Hide completed tasks | Load More | {n} active filter
    {n} active filters | Error loading tasks | Failed to load tasks. Please try again later.`),
  '2 Task card': listed(`{n} CENTS | ~{n} min | Due {MMM d} | {n} / {n} done`),
  '2 Task detail dialog': listed(`Share on X | Description | Requirements`),
  '2 Create New Task dialog': listed(`Create New Task`),
  '2 Proof submission form': listed(`Link | Text Description | File Upload`),
  '2 My Dashboard': listed(`
    My Dashboard | My Tasks | My Submissions | Tasks Created | Error Loading Dashboard
    We encountered an error while loading your dashboard data. | Retry`),
  '2 Review Submission dialog': listed(`
    Review Submission | Reload Image | Feedback | Approve and pay {n} CENTS | Reject | Review notes
    Reviewed by User #{id} {name} on {MMM d, yyyy h:mm a} | Failed to load submission details. | Close`),
  '2 Approvals page': listed(`
    Authentication Required | Please log in to view the approvals page. | Admin Approvals Dashboard
    My Tasks Submissions | All Statuses | Pending | Approved | Rejected | Pending Review
    All Submissions | Task #{id} | {MMM d, yyyy h:mm a} | N/A | Text | File | Submitted by User #{id}
    Reviewed by User #{id} | View Details | No submissions found`),
  '2 Admin page': listed(`
    Overview | Users | Submissions | Error | Failed to load admin data.
    Please ensure you have admin privileges. | Total Users | {n} with connected wallets | Total Tasks
    {n} categories | Total Submissions | {n} pending, {n} approved, {n} rejected | CENTS Tokens
    paid out / total rewards | ID | Username | Email | — | Wallet Address | Not connected | Role
    User | Title | Creator | Reward | Status | Completions | Active | Closed | Inactive | Task | Date
    Review | No categories found | No users found`),
  '2 Leaderboard page': listed(`
    Top earners | Rank | Tasks Completed | Total Earned (CENTS) | No leaderboard data available yet
    Error Loading Leaderboard`),
  '2 Profile page': listed(`
    Not Authenticated | Please log in to view your profile | No bio provided | Edit Profile | Not set
    Bio | Save Changes | Saving...`),
  '2 Username setup dialog': listed(`Set Your Username | Skip for now | Save Username`),
  '3 Categories': listed(`
    Content | Development | Design | Marketing | Research | Social Media | Testing | Translation
    Other | Reviews | Referral`),
}
