import { chain, token } from '../../../../domain/limits.ts'
import { useConfig } from '../../lib/config.ts'
import { Address } from '../../ui/address.tsx'
import { Perforation, ReceiptLine, Ticket } from '../../ui/ticket.tsx'

const uses = [
  {
    title: 'Rewards',
    text: `What tasks pay. Rewards are written in ${token.rewardUnit}: 1 of them is 1 ${token.symbol}.`,
  },
  { title: 'Escrow funding', text: 'What creators lock in the contract, so that a task can go live.' },
  {
    title: 'Governance voting',
    text: `Every ${token.symbol} you hold can be a vote, yours or that of someone you delegate it to. Wrap it in TaxVotes to vote, and unwrap it whenever you want.`,
  },
  {
    title: 'Trading',
    text: 'An ordinary token: send it, or exchange it wherever somebody on the test network offers to.',
  },
]

/** The token's facts, and what it is used for. */
export function Token() {
  const config = useConfig()
  return (
    <section aria-labelledby="about-token" className="page py-14 sm:py-20">
      <div className="grid gap-12 lg:grid-cols-2 lg:gap-20">
        <div>
          <h2 id="about-token" className="text-2xl sm:text-3xl">
            The {token.symbol} token
          </h2>
          <Ticket className="mt-8">
            <dl className="flex flex-col gap-3 px-5 py-6 sm:px-7">
              <ReceiptLine label="Symbol">{token.symbol}</ReceiptLine>
              <ReceiptLine label="Standard">ERC-20</ReceiptLine>
              <ReceiptLine label="Decimals">{token.decimals}</ReceiptLine>
              <ReceiptLine label="Network">{config.chainName}</ReceiptLine>
              <ReceiptLine label="Chain id">{chain.idHex}</ReceiptLine>
            </dl>
            <Perforation />
            <dl className="flex flex-col gap-3 px-5 py-6 sm:px-7">
              {[
                { label: 'Contract address', address: config.tokenAddress, what: 'contract address' },
                { label: 'Escrow contract', address: config.escrowAddress, what: 'escrow address' },
                { label: 'TaxVotes', address: config.votesAddress, what: 'address of TaxVotes' },
              ].map(({ label, address, what }) => (
                <ReceiptLine key={label} label={label}>
                  {address ? <Address value={address} what={what} /> : 'Not deployed yet'}
                </ReceiptLine>
              ))}
            </dl>
          </Ticket>
        </div>
        <div>
          <h2 className="text-2xl sm:text-3xl">What it is for</h2>
          <dl className="mt-6 divide-y divide-line">
            {uses.map(({ title, text }) => (
              <div key={title} className="py-4">
                <dt className="font-semibold text-lg">{title}</dt>
                <dd className="mt-0.5 max-w-prose text-ink-2">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  )
}
