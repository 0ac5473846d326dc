import { Link } from 'react-router-dom'
import { completions, reward } from '../../../../domain/limits.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { Receipt, ReceiptLine } from '../../ui/ticket.tsx'

/** An example receipt that shows the cost of a task. */
export function CreatePromo() {
  const create = useDialog('create')
  return (
    <section aria-labelledby="create-a-task" className="bg-band text-on-green">
      <div className="page grid items-center gap-10 py-14 sm:py-20 md:grid-cols-2">
        <div>
          <h2 id="create-a-task" className="text-3xl sm:text-4xl">
            Create a Task
          </h2>
          <p className="mt-4 max-w-lg text-lg opacity-90">
            You set the reward and how many people may do it. The total is locked once; you only ever pay for
            work you approved, and what is left comes back to you.
          </p>
          <Link
            {...create.link('task')}
            className={buttonClass('secondary', 'lg', 'mt-8 border-transparent')}
          >
            Create Task
          </Link>
        </div>
        <Receipt className="w-full max-w-sm bg-card text-ink md:justify-self-end">
          <p className="font-semibold text-ink-3 text-sm">An example</p>
          <dl className="mt-3 flex flex-col gap-2">
            <ReceiptLine label="Reward, each">
              <Money amount={reward.default} size="sm" />
            </ReceiptLine>
            <ReceiptLine label="Completions">× {completions.default}</ReceiptLine>
          </dl>
          <div className="mt-4 flex items-end justify-between border-line border-t-2 border-dotted pt-4 pb-5">
            <span className="text-ink-2">Locked in escrow</span>
            <Money amount={reward.default * completions.default} tone="held" />
          </div>
        </Receipt>
      </div>
    </section>
  )
}
