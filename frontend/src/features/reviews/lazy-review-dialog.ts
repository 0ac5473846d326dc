import { lazyComponent } from '../../lib/lazy-component.tsx'

/** The review dialog. Its code is loaded when a link to it gets the pointer or the focus, or one second after `ReviewAll` appears. */
export const ReviewDialog = lazyComponent(() => import('./review-dialog.tsx'))
