const steps = [
  {
    title: 'Browse Tasks',
    text: 'Every task says what to do, how long it takes and what it pays. Its reward is already locked in the escrow contract.',
  },
  {
    title: 'Complete & Submit',
    text: 'Do the work and submit your proof: a link, a text or a picture. Whoever posted the task reviews it.',
  },
  {
    title: 'Get Rewarded',
    text: 'On approval the contract pays your wallet. You see the transaction, and anyone can check it.',
  },
]

/** Three steps along one line. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="border-line border-y bg-card">
      <div className="page py-14 sm:py-18">
        <h2 id="how-it-works" className="text-2xl sm:text-3xl">
          How it Works
        </h2>
        <ol className="mt-8 grid gap-8 md:grid-cols-3 md:gap-0">
          {steps.map((step, index) => (
            <li
              key={step.title}
              className="grid grid-cols-[3.5rem_1fr] md:block md:border-line md:border-l-2 md:border-dotted md:px-8 md:first:border-l-0 md:first:pl-0"
            >
              <p aria-hidden="true" className="font-[680] text-4xl text-green-ink leading-none">
                {index + 1}
              </p>
              <div>
                <h3 className="text-lg md:mt-4">{step.title}</h3>
                <p className="mt-1.5 max-w-sm text-ink-2">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
