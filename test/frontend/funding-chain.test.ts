import { QueryClient, skipToken } from '@tanstack/react-query'
import { Interface } from 'ethers'
import { escrowAbi, tokenAbi } from '../../contracts/abi.ts'
import { encodeTerms, escrowId } from '../../contracts/escrow-encoding.ts'
import type { SiteConfig } from '../../domain/config.ts'
import { toBaseUnits } from '../../domain/escrow.ts'
import { termsOf } from '../../frontend/src/features/create-task/escrow-terms.ts'
import { balanceQuery } from '../../frontend/src/lib/wallet/balance.ts'
import { openFundingChain, sendRefund } from '../../frontend/src/lib/wallet/chain.ts'
import { pendingFunding } from './funding-fixture.ts'

const escrow = new Interface(escrowAbi)
const token = new Interface(tokenAbi)
const terms = termsOf(pendingFunding())
const config = {
  rpcUrl: '/rpc',
  tokenAddress: `0x${'70'.repeat(20)}`,
  escrowAddress: `0x${'e5'.repeat(20)}`,
} as SiteConfig

type Answer = { result?: unknown; error?: object }
interface Call {
  method: string
  params: [{ from?: string; to: string; data: string }, ...unknown[]]
}

/** Answers JSON-RPC requests by their method, or by the called contract for `eth_call`. Returns the requests. */
function stubNode(answers: Record<string, Answer>) {
  const calls: (Call & { url: string })[] = []
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
    expect({ method, headers }).toEqual({ method: 'POST', headers: { 'content-type': 'application/json' } })
    const request = JSON.parse(String(body))
    calls.push({ url, method: request.method, params: request.params })
    const answer = answers[request.params[0]?.to ?? ''] ?? answers[request.method]
    return Response.json({ jsonrpc: '2.0', id: request.id, ...answer })
  })
  return calls
}

/** A wallet that records the requests and returns this transaction hash. */
function walletThatSends(hash: string) {
  const asked: unknown[] = []
  const request = async (call: unknown) => {
    asked.push(call)
    return hash
  }
  return { wallet: { request }, asked }
}

const balance = (whole: number): Answer => ({
  result: token.encodeFunctionResult('balanceOf', [toBaseUnits(whole)]),
})
const chain = () => openFundingChain(config, 'https://site.example')
const revert = (name: string, values: unknown[]): Answer => ({
  error: { code: 3, message: 'reverted', data: escrow.encodeErrorResult(name, values) },
})

afterEach(() => vi.unstubAllGlobals())

test('The shown balance is read at every mount in whole TAX, and not without a wallet or a token', async () => {
  const calls = stubNode({ [config.tokenAddress]: balance(7) })
  const query = balanceQuery(config, terms.funder)
  expect(await new QueryClient().fetchQuery(query)).toBe(7)
  const data = token.encodeFunctionData('balanceOf', [terms.funder])
  expect(calls).toMatchObject([{ url: '/rpc', params: [{ to: config.tokenAddress, data }, 'latest'] }])
  expect(query).toMatchObject({ queryKey: ['balance', terms.funder], refetchOnMount: 'always' })
  expect(balanceQuery(config, null).queryFn).toBe(skipToken)
  expect(balanceQuery({ ...config, tokenAddress: '' }, terms.funder).queryFn).toBe(skipToken)
})

test('An escrow is read from the contract, and is null if it was never funded', async () => {
  const state = (values: unknown[]) => ({ result: escrow.encodeFunctionResult('escrows', values) })
  const calls = stubNode({ [config.escrowAddress]: state([toBaseUnits(50), 5, 2, true, 3n, 0n]) })
  expect(await chain().escrow(escrowId(terms))).toEqual({
    reward: toBaseUnits(50),
    slots: 5,
    paidCount: 2,
    closed: true,
    paidBitmap: 3n,
    owedBitmap: 0n,
  })
  expect(calls[0]?.params[0].data).toBe(escrow.encodeFunctionData('escrows', [escrowId(terms)]))
  stubNode({ [config.escrowAddress]: state([0n, 0, 0, false, 0n, 0n]) })
  expect(await chain().escrow(escrowId(terms))).toBeNull()
})

const enough = { eth_estimateGas: { result: '0x64' }, eth_gasPrice: { result: '0x2' } }
/** Answers by method only: `eth_call` and the gas estimate of funding have the same target, the token. */
const readyNode = (whole: number, gasCoins: string) => ({
  ...enough,
  eth_call: balance(whole),
  eth_getBalance: { result: gasCoins },
})

test('checkFunding passes if the TAX covers reward × slots and the coins cover the gas exactly', async () => {
  const calls = stubNode(readyNode(250, '0xc8'))
  await chain().checkFunding(terms)
  const call = calls.find(({ method }) => method === 'eth_estimateGas')?.params[0]
  expect(call).toMatchObject({ from: terms.funder, to: config.tokenAddress })
  const funding = token.parseTransaction({ data: call?.data ?? '' })
  expect(funding?.args[0].toLowerCase()).toBe(config.escrowAddress)
  expect(funding?.args[1]).toBe(toBaseUnits(250))
  expect(funding?.args[2]).toBe(encodeTerms(terms))
  expect(calls.find(({ method }) => method === 'eth_getBalance')?.params).toEqual([terms.funder, 'latest'])
})

const lowGas = 'Your wallet has too little BTC to pay the network fee. The faucet gives test coins.'
test.each([
  ['no gas price and no coins', 250, '0x0', { eth_gasPrice: { result: null } }, null],
  ['one TAX too little', 249, '0xc8', {}, 'Insufficient TAX balance. You need at least 250 TAX.'],
  ['one wei too little for the network fee', 250, '0xc7', {}, lowGas],
  [
    'an error of the node',
    250,
    '0xc8',
    { eth_estimateGas: { error: { code: -32000, message: 'Busy' } } },
    'Busy',
  ],
])('With %s, checkFunding passes or says why the funding would fail', async (_, whole, coins, answers, message) => {
  stubNode({ ...readyNode(whole, coins), ...answers })
  const error = await chain()
    .checkFunding(terms)
    .catch((thrown: Error) => thrown)
  expect(error?.message ?? null).toBe(message)
})

test.each([
  ['EscrowPaused', [], 'The escrow contract takes no new tasks at the moment.'],
  ['AlreadyFunded', [escrowId(terms)], 'An escrow with these terms is funded already.'],
  ['AlreadyClosed', [escrowId(terms)], 'This escrow is closed already.'],
  ['NotRefundableYet', [escrowId(terms), 5], 'This escrow cannot be refunded yet.'],
  ['InvalidRefundableAt', [5, 6], 'The deadline is too close or too far away for the escrow contract.'],
  ['InvalidSlots', [0], 'The contract refuses: InvalidSlots.'],
])('checkFunding reports the contract’s error %s in one sentence', async (name, values, message) => {
  stubNode({ ...readyNode(250, '0xc8'), eth_estimateGas: revert(name, values) })
  await expect(chain().checkFunding(terms)).rejects.toMatchObject({ kind: 'refused', message })
})

test('fund asks the wallet to send the funding call and returns the hash', async () => {
  const { wallet, asked } = walletThatSends('0xhash')
  expect(await chain().fund(wallet, terms)).toBe('0xhash')
  expect(asked).toEqual([
    {
      method: 'eth_sendTransaction',
      params: [
        { from: terms.funder, to: config.tokenAddress, data: expect.stringMatching(/^0x[0-9a-f]{300,}$/) },
      ],
    },
  ])
})

test.each([
  ['mined', { eth_getTransactionReceipt: { result: { status: '0x1' } } }],
  ['reverted', { eth_getTransactionReceipt: { result: { status: '0x0' } } }],
  ['pending', { eth_getTransactionReceipt: { result: null }, eth_getTransactionByHash: { result: {} } }],
  ['unknown', { eth_getTransactionReceipt: { result: null }, eth_getTransactionByHash: { result: null } }],
  ['unknown', { eth_getTransactionReceipt: { result: {} }, eth_getTransactionByHash: { result: null } }],
])('A transaction is %s by its receipt, or by whether the node knows it', async (state, answers) => {
  const calls = stubNode(answers)
  expect(await chain().transaction('0xhash')).toBe(state)
  expect(calls.map(({ params }) => params)).toEqual(calls.map(() => ['0xhash']))
})

test('sendRefund asks the wallet only if the contract would accept the refund', async () => {
  vi.stubGlobal('location', { origin: 'https://site.example' })
  const { wallet, asked } = walletThatSends('0xrefund')
  const call = {
    from: terms.funder,
    to: config.escrowAddress,
    data: escrow.encodeFunctionData('refund', [terms]),
  }
  stubNode({ [config.escrowAddress]: revert('NotRefundableYet', [escrowId(terms), 5]) })
  await expect(sendRefund(config, wallet, terms.funder, terms)).rejects.toMatchObject({
    message: 'This escrow cannot be refunded yet.',
  })
  expect(asked).toEqual([])

  const calls = stubNode({ [config.escrowAddress]: { result: '0x64' } })
  expect(await sendRefund(config, wallet, terms.funder, terms)).toBe('0xrefund')
  expect(calls).toEqual([{ url: 'https://site.example/rpc', method: 'eth_estimateGas', params: [call] }])
  expect(asked).toEqual([{ method: 'eth_sendTransaction', params: [call] }])
})
