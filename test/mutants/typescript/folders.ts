/** One step of judging a mutant. The steps of a source run one after another until one of them fails. */
export type Step =
  | { vitest: 'domain' | 'api' | 'frontend'; tests: string[] }
  /** The payout simulation with the seeds from 1 on. */
  | { simulation: number }

/** Files or folders, and the tests that can notice a mutant of them. The first entry that matches a source counts. */
interface Source {
  paths: string[]
  steps: Step[]
}

const api = (...names: string[]): Step => ({
  vitest: 'api',
  tests: names.map((name) => `test/api/${name}.test.ts`),
})
const market = (...names: string[]) => names.map((name) => `functions/market/${name}.ts`)
const domain: Step = { vitest: 'domain', tests: ['test/domain/'] }
const frontend: Step = { vitest: 'frontend', tests: ['test/frontend/'] }
const simulation: Step = { simulation: 150 }

/** What `npm run test:mutants -- ts` tests, by the folders of its report. */
export const folders: Record<string, Source[]> = {
  domain: [
    { paths: ['domain/password-strength.ts'], steps: [api('own-password')] },
    { paths: ['domain'], steps: [domain, frontend] },
  ],
  'functions/payouts': [
    { paths: ['functions/payouts/kms-signer.ts'], steps: [api('kms-signer', 'payouts')] },
    {
      paths: ['functions/payouts'],
      steps: [
        simulation,
        api('payouts', 'payout-verification', 'settle-failures', 'failed-payout'),
        api('close-task', 'refund-failures', 'refund-reorganisation', 'stuck-transaction', 'metrics'),
        api('fair-payouts', 'forged-items', 'stolen-operator-key', 'settle-time-limits', 'reconcile'),
        api('inconsistent-table-restore', 'payout-reorganisation', 'public-money', 'stolen-function'),
        api('first-refund', 'lost-funding', 'external-refund', 'signer-lease', 'signer-cli'),
      ],
    },
  ],
  'functions/events': [
    { paths: ['functions/events'], steps: [simulation, api('events', 'notifications', 'rebuild')] },
  ],
  'functions/table': [
    {
      paths: ['payouts', 'refunds', 'refundable', 'signer'].map((name) => `functions/table/${name}.ts`),
      steps: [simulation, api('payouts', 'close-task', 'settle-failures', 'totals-consistency')],
    },
    {
      paths: ['tasks', 'submissions', 'users', 'totals', 'table', 'keys'].map(
        (name) => `functions/table/${name}.ts`,
      ),
      steps: [
        simulation,
        api('stored-items', 'task-list', 'submissions', 'reviews', 'username'),
        api('totals-consistency'),
      ],
    },
    {
      paths: ['functions/table'],
      steps: [
        api('session', 'account-security', 'passwords', 'uploads', 'uploaded-file-use', 'wallet-sign-in'),
      ],
    },
  ],
  'functions/accounts': [
    {
      paths: ['auth', 'security', 'security-log', 'session'].map((name) => `functions/accounts/${name}.ts`),
      steps: [api('wallet-sign-in', 'wallet-move', 'session', 'account-security')],
    },
    {
      paths: ['functions/accounts/passwords.ts', 'functions/accounts/password-hash.ts'],
      steps: [api('passwords', 'username', 'account-security')],
    },
    {
      paths: ['functions/accounts'],
      steps: [api('profile', 'username', 'account-security', 'permissions', 'every-route')],
    },
  ],
  'functions/files': [
    {
      paths: ['functions/files'],
      steps: [api('uploads', 'uploaded-file-use', 'file-access', 'picture-encoding')],
    },
  ],
  'functions/market': [
    {
      paths: market('payouts', 'refunds', 'reviews'),
      steps: [
        simulation,
        api('reviews', 'payouts', 'close-task', 'failed-payout'),
        api('fair-reviews', 'external-refund'),
      ],
    },
    {
      paths: market('tasks', 'task-list'),
      steps: [api('task-create', 'task-text', 'task-list', 'close-task')],
    },
    { paths: market('csv', 'pages', 'proof-hashes'), steps: [domain] },
    {
      paths: market('appeals', 'automatic-verdicts'),
      steps: [api('fair-reviews', 'proof-validation', 'reviews')],
    },
    {
      paths: market('search', 'feeds', 'task-page', 'site-config'),
      steps: [api('search', 'shared-pages', 'task-list', 'cloudfront-viewer-ip')],
    },
    {
      paths: market('csv-files', 'dashboard', 'lists'),
      steps: [api('lists', 'totals-consistency', 'response-size-limit')],
    },
    {
      paths: market('admin', 'moderation', 'money'),
      steps: [api('moderation', 'public-money', 'failed-payout')],
    },
    {
      paths: ['functions/market'],
      steps: [
        api('submissions', 'notifications', 'task-create', 'proof-validation'),
        api('totals-consistency', 'permissions', 'every-route'),
      ],
    },
  ],
  'functions/schedule': [{ paths: ['functions/schedule'], steps: [api('fair-reviews', 'metrics')] }],
  'functions/http': [
    {
      paths: ['functions/http', 'functions/handlers'],
      steps: [
        api('gateway-event', 'input-validation', 'permissions', 'session', 'uploads'),
        api('every-route', 'cloudfront-viewer-ip', 'logs', 'metrics', 'account-security'),
      ],
    },
  ],
  'functions/canary': [{ paths: ['functions/canary'], steps: [api('smoke')] }],
  functions: [
    {
      paths: ['functions/runtime/throttle.ts', 'functions/runtime/crypto.ts'],
      steps: [api('wallet-sign-in', 'wallet-move', 'session', 'account-security')],
    },
    {
      paths: ['functions', 'functions/runtime'],
      steps: [
        api(
          'logs',
          'metrics',
          'uploads',
          'file-access',
          'ssm-parameter',
          'settle-failures',
          'aws-permissions',
        ),
      ],
    },
  ],
  // React hooks are left out: browser tests cover them.
  'frontend money paths': [
    {
      paths: [
        ...['escrow-terms', 'fund-task', 'pending-funding', 'task-form-schema'].map(
          (name) => `features/create-task/${name}`,
        ),
        ...['approvals', 'payment', 'review-rules', 'review-session'].map(
          (name) => `features/reviews/${name}`,
        ),
        ...['refund', 'summary'].map((name) => `features/dashboard/${name}`),
        ...[...['balance', 'chain', 'connection', 'discovery', 'errors', 'network', 'provider']].map(
          (name) => `lib/wallet/${name}`,
        ),
      ]
        .map((file) => `frontend/src/${file}.ts`)
        .concat('frontend/src/features/create-task/funding-run.tsx'),
      steps: [frontend],
    },
  ],
}
