import { createStore } from './store.ts'

/** What screen readers were told last. The id lets the same text be announced again. */
export const announcement = createStore({ id: 0, text: '' })

/** Tells screen readers about a change that is only visible otherwise, such as a new order of a list. */
export const announce = (text: string): void => announcement.set({ id: announcement.get().id + 1, text })
