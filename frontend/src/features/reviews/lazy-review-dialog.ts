import { lazyComponent } from '../../lib/lazy-component.tsx'

/** The review dialog, whose code is loaded when a link to it gets the pointer or the focus. */
export const ReviewDialog = lazyComponent(() => import('./review-dialog.tsx'))
