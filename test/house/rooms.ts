/** The rooms of the house and who may enter which: the map in README, as the import rules enforce it. */
type Room = {
  name: string
  /** Which files stand in it; the first room that matches has the file. */
  files: RegExp
  /** Rooms its files may import from, beside the room itself. */
  mayImport: string[]
  /** Rooms it may take types from, and nothing that runs. */
  mayImportTypes?: string[]
}

const engines = ['table', 'table design', 'files', 'chain', 'signer']

export const rooms: Room[] = [
  { name: 'domain', files: /^domain\//, mayImport: [] },

  { name: 'table design', files: /^functions\/table\/keys\.ts$/, mayImport: [] },
  { name: 'table', files: /^functions\/table\//, mayImport: ['domain', 'table design'] },
  { name: 'files', files: /^functions\/files\.ts$/, mayImport: ['domain'] },
  { name: 'signer', files: /^functions\/payouts\/kms-signer\.ts$/, mayImport: ['domain'] },
  {
    name: 'chain',
    files: /^functions\/payouts\/(chain|node-errors|escrow-logs|contract-funds)\.ts$/,
    mayImport: ['domain', 'signer', 'contract interface'],
  },
  { name: 'setting', files: /^functions\/setting\.ts$/, mayImport: [] },
  { name: 'config', files: /^functions\/config\.ts$/, mayImport: ['domain'] },
  {
    name: 'context',
    files: /^functions\/(context|log|metrics)\.ts$/,
    mayImport: ['domain', 'config', 'setting', ...engines],
  },
  {
    name: 'needs',
    files: /^functions\/needs\.ts$/,
    mayImport: [],
    mayImportTypes: ['domain', 'table design', 'files'],
  },
  {
    name: 'serve',
    files: /^functions\/http\/(serve|subject)\.ts$/,
    mayImport: ['domain', 'context', 'http', 'table'],
  },
  {
    name: 'http',
    files: /^functions\/http\//,
    mayImport: ['domain', 'context', 'table'],
    mayImportTypes: ['config'],
  },
  { name: 'concurrency', files: /^functions\/concurrency\.ts$/, mayImport: [] },
  {
    name: 'payouts',
    files: /^functions\/payouts\//,
    mayImport: ['domain', 'context', 'concurrency', ...engines],
  },
  {
    name: 'market',
    files: /^functions\/market\//,
    mayImport: ['domain', 'context', 'http', 'payouts', 'concurrency', ...engines],
    mayImportTypes: ['serve'],
  },
  {
    name: 'handlers',
    files: /^functions\/handlers\//,
    mayImport: ['serve', 'market', 'payouts', 'context'],
    mayImportTypes: ['domain'],
  },

  { name: 'contract interface', files: /^contracts\/(abi|encode-releases)\.ts$/, mayImport: [] },
  { name: 'contracts', files: /^contracts\//, mayImport: ['contract interface'] },
  {
    name: 'infra',
    files: /^infra\//,
    mayImport: ['domain', 'needs', 'table design'],
    mayImportTypes: ['files'],
  },
  { name: 'frontend', files: /^frontend\/src\//, mayImport: ['domain', 'contract interface'] },
  { name: 'frontend build', files: /^frontend\//, mayImport: ['domain'] },
  {
    name: 'local',
    files: /^(local|ops)\//,
    mayImport: [
      'domain',
      'config',
      'context',
      'http',
      'payouts',
      'market',
      'serve',
      'handlers',
      'contract interface',
      'contracts',
      'infra',
      'frontend build',
      ...engines,
    ],
  },
]

/** Tests, and the settings of the tools at the root, may import everything. */
export const outside = /^(test\/|[^/]+\.ts$)/

/** Packages with one owner: nobody but these rooms may name them. */
export const packages: { named: RegExp; rooms: string[] }[] = [
  { named: /^@aws-sdk\/(client|lib|util)-dynamodb$/, rooms: ['table', 'local'] },
  { named: /^@aws-sdk\/(client-s3|s3-)/, rooms: ['files', 'local'] },
  { named: /^@aws-sdk\/client-kms$/, rooms: ['signer', 'local'] },
  { named: /^@aws-sdk\/client-ssm$/, rooms: ['setting'] },
  { named: /^@middy\//, rooms: ['serve'] },
  { named: /^ethers$/, rooms: ['chain', 'frontend', 'contract interface', 'contracts', 'infra', 'local'] },
  { named: /^(aws-cdk-lib|constructs|cdk-nag)$/, rooms: ['infra'] },
  {
    named: /^(react|react-dom|react-router-dom|@tanstack\/.*|radix-ui)$/,
    rooms: ['frontend', 'frontend build'],
  },
]

/** Rooms that may name only these packages, because they must run anywhere. */
export const onlyPackages: Record<string, { allowed: RegExp; says: string }> = {
  domain: { allowed: /^zod$/, says: 'zod' },
  'contract interface': { allowed: /^ethers$/, says: 'ethers' },
  frontend: { allowed: /^(?!node:|@aws-sdk\/)/, says: 'packages that run in a browser' },
}
