import { createRequire } from 'node:module'
import { configVariable, defineConfig } from 'hardhat/config'

const compiler = {
  version: '0.8.37',
  path: createRequire(import.meta.url).resolve('solc/soljson.js'), // npm's copy, so that a build needs no network
}

// One set of settings for every build of what gets deployed: what is tested and measured is just that.
const deployed = {
  ...compiler,
  settings: { evmVersion: 'cancun', viaIR: true, optimizer: { enabled: true, runs: 1_000_000 } },
}

// Tests deploy those artifacts, so how they are compiled themselves may as well be fast. The `production` profile is
// spelled out because an automatic one would drop these settings.
const profile = {
  compilers: [{ ...compiler, settings: { evmVersion: 'cancun' } }],
  overrides: {
    'contracts/TaskEscrow.sol': deployed,
    'contracts/TaxToken.sol': deployed,
    'test/contracts/tokens/PlainToken.sol': deployed,
  },
}

export default defineConfig({
  solidity: { profiles: { default: profile, production: profile }, splitTestsCompilation: true },
  paths: {
    sources: './contracts',
    tests: { solidity: './test/contracts' },
    artifacts: './artifacts',
    cache: './cache',
  },
  test: {
    solidity: {
      fuzz: { runs: 100 },
      invariant: { runs: 6, depth: 150, failOnRevert: true },
    },
  },
  networks: {
    node: { type: 'edr-simulated', chainType: 'l1', chainId: 0xe34 },
    testnet: {
      type: 'http',
      chainType: 'l1',
      chainId: 0xe34,
      url: configVariable('TESTNET_RPC_URL'),
      accounts: [configVariable('DEPLOYER_KEY')],
    },
  },
})
