/** Keys for the record in hand: the focused one of a list, or the one that the page is about. */
import { useShortcut, useT } from '@atrium/sdk/web'

/** Presses the control of an act, `data-act`, of the record in hand. */
function press(act: 'like' | 'comment'): void {
  const focused = document.activeElement?.closest('article')
  const found = (focused ?? document.querySelector('[data-screen]'))?.querySelectorAll<HTMLElement>(`[data-act="${act}"]`) ?? []
  // Of a list none is meant before one is focused.
  if (focused || found.length === 1) found[0]?.click()
}
/** Where the page has a place for comments. */
const box = (): HTMLElement | null => document.querySelector('#comments :is(textarea, [contenteditable="true"])')

export function useRecordKeys(): void {
  const t = useT()
  useShortcut('l', () => press('like'), t('keys.like'))
  useShortcut(
    'e',
    () => {
      const place = box()
      if (place) place.focus()
      else press('comment')
    },
    t('keys.reply'),
  )
}
