import { createRequire } from 'node:module'
import { defineConfig } from 'hardhat/config'

const compiler = {
  version: '0.8.37',
  path: createRequire(import.meta.url).resolve('solc/soljson.js'), // the npm package, so that a build needs no network
}

// Deployed contracts are always compiled with these settings, so tests and gas measurements use the deployed code.
const deployed = {
  ...compiler,
  settings: { evmVersion: 'cancun', viaIR: true, optimizer: { enabled: true, runs: 1_000_000 } },
}

// Test contracts are compiled without the optimizer, which is faster. The `production` profile is explicit because
// Hardhat's automatic one would drop these settings.
const profile = {
  compilers: [{ ...compiler, settings: { evmVersion: 'cancun' } }],
  overrides: {
    'contracts/TaskEscrow.sol': deployed,
    'contracts/TaxToken.sol': deployed,
    'contracts/TaxVotes.sol': deployed,
    'test/contracts/tokens/AssemblyAirdrop.sol': deployed,
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
  test: { solidity: { fuzz: { runs: 100 }, invariant: { runs: 12, depth: 150, failOnRevert: true } } },
  networks: { node: { type: 'edr-simulated', chainType: 'l1', chainId: 0xe34 } },
})
