import { Menu } from 'lucide-react'
import { SignInButton, useAuth } from '../features/auth/auth.tsx'
import { useConfig } from '../lib/config.ts'
import { useDialog } from '../lib/dialogs.ts'
import { ButtonLink } from '../ui/button.tsx'
import { usePopover } from '../ui/tooltip-and-popover.ts'
import { SiteLinks, siteLinks, socialLinks } from './site-links.tsx'

const item =
  'flex min-h-12 items-center font-semibold text-lg decoration-2 decoration-green-ink underline-offset-8 aria-[current=page]:underline'

/** The navigation of small screens; closes when the route changes. */
export function MobileMenu() {
  const config = useConfig()
  const { user, isLoading, logout } = useAuth()
  const create = useDialog('create')
  const menu = usePopover('site-menu')
  return (
    <>
      <button
        type="button"
        {...menu.trigger}
        aria-label="Menu"
        className="grid size-11 place-items-center rounded hover:bg-sunk @min-[78rem]:hidden"
      >
        <Menu aria-hidden="true" className="size-6" />
      </button>
      <div
        {...menu.panel}
        className="fixed inset-x-0 top-16 bottom-auto max-h-[calc(100dvh-4rem)] w-full animate-appear overflow-y-auto border-line border-b bg-paper text-ink shadow-float @min-[78rem]:hidden"
      >
        <nav aria-label="Site menu" className="flex flex-col px-4 py-3 sm:px-6">
          <SiteLinks
            links={[
              ...siteLinks(user, config),
              { label: 'Join Presale', href: config.presaleUrl },
              ...socialLinks(config),
            ]}
            className={item}
            onClick={menu.close}
          />
          <div className="mt-3 flex flex-col gap-3 border-line border-t pt-4 pb-2 [&>*]:w-full">
            {user ? (
              <>
                <ButtonLink {...create.link('task')}>Create Task</ButtonLink>
                <button type="button" {...menu.hide} className={item} onClick={() => void logout()}>
                  Logout
                </button>
              </>
            ) : (
              !isLoading && <SignInButton />
            )}
          </div>
        </nav>
      </div>
    </>
  )
}
