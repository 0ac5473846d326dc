import { createRequire } from 'node:module'
import { defineConfig } from 'hardhat/config'

// One set of settings for every build: what is tested and measured is what gets deployed. The `production` profile is
// spelled out because an automatic one would drop these settings.
const solc = {
  version: '0.8.37',
  path: createRequire(import.meta.url).resolve('solc/soljson.js'), // npm's copy, so that a build needs no network
  settings: {
    evmVersion: 'cancun',
    viaIR: true,
    optimizer: { enabled: true, runs: 1_000_000 },
  },
}

export default defineConfig({
  solidity: { profiles: { default: solc, production: solc }, splitTestsCompilation: true },
  paths: {
    sources: './contracts',
    tests: { solidity: './test/contracts' },
    artifacts: './artifacts',
    cache: './cache',
  },
  test: {
    solidity: {
      fuzz: { runs: 100 },
      invariant: { runs: 12, depth: 60, failOnRevert: true },
    },
  },
  networks: {
    node: { type: 'edr-simulated', chainType: 'l1', chainId: 0xe34 },
  },
})
