/** Where floating parts go in the document. */

/**
 * The nearest layer or landmark round a trigger. Floating parts go there and not to the end of the page: a drawer in the
 * top layer would cover them, a player on the full screen (`data-layer`) too, an open dialog would hide them from screen readers, and nothing may lie outside of landmarks.
 */
export const layerOf = (element: Element): HTMLElement =>
  element.closest<HTMLElement>('[popover], [data-layer], [role=dialog], [role=alertdialog], main, header, nav, aside, footer') ?? document.body

/** Who gets the focus when a dialog closes: the trigger, where the dialog was opened from its menu. */
export function openerOf(active: Element | null): HTMLElement | null {
  const menu = active?.closest('[role=menu]')
  return (menu ? document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`) : (active as HTMLElement | null)) ?? null
}
