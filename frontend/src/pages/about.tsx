import { useConfig } from '../lib/config.ts'
import { useTitle } from '../lib/page-head.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Faq } from './about/faq.tsx'
import { HowItWorks } from './about/how-it-works.tsx'
import { Token } from './about/token.tsx'

/** The purpose of the product, its payments, its token and frequent questions. */
export default function AboutPage() {
  useTitle(
    'About',
    'What this marketplace is for, how the money moves from escrow to the person who did the work, and what people ask.',
  )
  const { brand } = useConfig()
  return (
    <>
      <section className="page pt-10 pb-14 sm:pt-16 sm:pb-20">
        <h1 className="text-4xl sm:text-5xl">About {brand}</h1>
        <div className="mt-8 grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <p className="max-w-2xl text-xl leading-normal sm:text-2xl sm:leading-snug">
            Our mission is that small jobs pay fairly and surely: whoever has an hour earns for it, whoever
            has a list gets it done, and neither has to trust the other with the money.
          </p>
          <div className="max-w-prose text-ink-2">
            <p>
              The reward is locked before anyone starts to work. It goes to the person whose work was
              approved, or back to the person who put it there. Every step is a transaction that you can look
              up.
            </p>
            <ButtonLink to="/tasks" className="mt-6">
              Browse tasks
            </ButtonLink>
          </div>
        </div>
      </section>
      <HowItWorks />
      <Token />
      <Faq />
    </>
  )
}
