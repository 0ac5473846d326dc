import { listed } from './shown-texts.ts'

/** Texts that users see: states, validation, roles, errors and success messages. */
export const errorTexts: Record<string, readonly string[]> = {
  '4 Submission': listed(`
    You've completed this task! Your submission was approved. | Your submission was rejected.
    Your submission is pending review. | The submission was rejected and the user was notified.`),
  '5 Create task': listed(`
    Maximum 8 hours (480 minutes) | Maximum 1000 CENTS | Maximum 100 completions | Required
    Expected {type}, received {type} | Insufficient TAX balance. You need at least {n} TAX.`),
  '5 Proof submission': listed(`
    Please enter a valid URL | Missing link | Please provide a valid URL as proof
    Missing link: Please provide a valid URL as proof | Missing text proof
    Please provide text description as proof
    Missing text proof: Please provide text description as proof | Missing file
    Please upload a file as proof | Missing file: Please upload a file as proof | Invalid file type
    Invalid file type: Please upload an image file (JPEG, PNG, GIF). | File too large
    File too large: File size should be less than 2MB.`),
  '5 Review': listed(`
    Feedback required | Please provide feedback explaining why this submission is being rejected.
    Invalid wallet address for user {id}. Contact an administrator.`),
  '5 Username': listed(`
    Invalid username | Username must be at least 3 characters long
    Username must be 3-20 characters long | Username too short
    Please enter a username with at least 3 characters`),
  '5 Profile image': listed(`Please upload a image/ file | File size should be less than 2MB`),
  '6 Roles': listed(`
    Authentication required | You must be logged in to create tasks.
    Not authenticated: You must be logged in to submit proof
    You're viewing this submission in read-only mode.
    You're an admin but need wallet connection to approve submissions.`),
  '8 Wallet and chain': listed(`
    Wallet extension not detected. Please install the browser wallet extension.
    Please open this website in the wallet app's mobile browser or install the wallet app.
    Failed to add the test network to your wallet. Please add it manually.
    Failed to switch to the test network. Please switch manually in your wallet.
    Failed to connect wallet | Failed to connect wallet: {reason} | Wallet connection failed
    Unknown error connecting wallet | Signature Failed
    Failed to sign authentication message. Please try again. | Authentication failed
    Unknown error during authentication`),
  '8 Tasks and tokens': listed(`
    Blockchain Error | Blockchain Error: {reason} | Failed to create task with tokens
    Failed to escrow tokens. Please try again. | Failed to create task | Database Error
    Database Error: Task was created on blockchain but failed to save in database: {reason}
    Failed to fetch task | Failed to check submission status | An unexpected error occurred`),
  '8 Submission and review': listed(`
    Upload failed | Upload failed: {status text} | Submission failed | Failed to update submission
    Could not get submitter's wallet address. Please try again later. | Token transfer failed
    Unknown error occurred | Failed to release reward: {reason} | Failed to fetch completed tasks`),
  '8 Profile and auth': listed(`
    Error uploading image | Failed to upload profile image | Error updating profile
    Failed to update profile | Failed to set username | Login failed | Registration failed
    Logout failed`),
  '8 Success toasts': listed(`
    Login successful | Welcome back, {name}! | Registration successful
    Welcome to {product}! Connect your wallet to start earning. | Logged out successfully
    Wallet connected | Your wallet has been successfully connected. | Wallet disconnected
    Authentication successful | Username set successfully | Your username has been updated
    Username set successfully! | Welcome to {product}, {name}! | Profile updated
    Your profile has been successfully updated | Task created | Transaction Successful
    Tokens have been escrowed for the task reward. | Proof submitted
    Your submission has been sent for review. | File uploaded | Processing token transfer
    Reward transferred successfully | {n} CENTS sent to 0x{wallet}…{wallet}`),
}
