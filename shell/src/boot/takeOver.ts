/** Puts the shell in the place of a page that came whole as HTML, once it shows as much: nothing blinks, nothing is there twice. */
import { host } from '@atrium/sdk/web'

const STEP_MS = 50
/** Code asks for data and data for code, and React lets 300 ms pass between two fallbacks that it resolves. */
const QUIET_MS = 400
/** What has not come by then comes in sight of the reader. */
const LIMIT_MS = 4000

export async function takeOver(root: HTMLElement, stage: HTMLElement): Promise<void> {
  const until = performance.now() + LIMIT_MS
  // What was pressed on the page asks over all of it: the rest may come in its sight.
  const isAsked = () => root.dataset.press !== undefined && stage.querySelector(`[data-screen] [data-press="${CSS.escape(root.dataset.press)}"]`) !== null
  for (
    let quiet = 0;
    quiet < QUIET_MS && performance.now() < until && !isAsked();
    quiet = host.isQuiet() && stage.querySelector('[data-screen]') ? quiet + STEP_MS : 0
  )
    await new Promise((done) => setTimeout(done, STEP_MS))
  const held = root.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null
  stage.id = root.id
  const pressed = root.dataset.press ?? (root.querySelector(':popover-open') ? 'menu' : undefined)
  root.replaceWith(stage)
  if (held) stage.querySelector<HTMLElement>(`a[href="${CSS.escape(held)}"]`)?.focus({ preventScroll: true })
  // What was pressed in vain is pressed now.
  if (pressed) [...stage.querySelectorAll<HTMLElement>(`[data-press="${CSS.escape(pressed)}"]`)].find((one) => one.checkVisibility())?.click()
}
