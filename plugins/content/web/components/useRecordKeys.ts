/** Keys for the record in hand: the focused one of a list, or the one that the page is about. */
import { useShortcut, useT } from '@atrium/sdk/web'

/** The page of a record may take so long until its place for comments is there. */
const ARRIVAL_MS = 3_000

/** Presses the control of an act, `data-act`, of the record in hand. @returns whether there is one */
function press(act: 'like' | 'comment'): boolean {
  const focused = document.activeElement?.closest('article')
  const found = (focused ?? document.querySelector('[data-screen]'))?.querySelectorAll<HTMLElement>(`[data-act="${act}"]`) ?? []
  // Of a list none is meant before one is focused.
  const meant = focused || found.length === 1 ? found[0] : undefined
  meant?.click()
  return meant !== undefined
}
/** Puts the cursor into the place for comments. @returns whether it is there */
function write(): boolean {
  const box = document.querySelector<HTMLElement>('#comments :is(textarea, [contenteditable="true"])')
  box?.focus()
  return box !== null
}
function writeOnceThere(until = performance.now() + ARRIVAL_MS): void {
  if (!write() && performance.now() < until) requestAnimationFrame(() => writeOnceThere(until))
}

/** @param on false where the page has keys of its own */
export function useRecordKeys(on = true): void {
  const t = useT()
  useShortcut(on ? 'l' : '', () => void press('like'), t('keys.like'))
  useShortcut(on ? 'e' : '', () => void (write() || (press('comment') && writeOnceThere())), t('keys.reply'))
}
