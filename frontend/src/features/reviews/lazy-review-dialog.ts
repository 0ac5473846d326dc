import { lazyComponent } from '../../lib/lazy-component.tsx'
import { withQueries } from '../../lib/with-queries.tsx'

/** The review dialog. Its code is loaded when a link to it gets the pointer or the focus, or one second after `ReviewAll` appears. */
export const ReviewDialog = lazyComponent(withQueries(() => import('./review-dialog.tsx')))
