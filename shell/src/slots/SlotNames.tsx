/** Shows plugin authors where slots are: `?slots` in the address, or the keys below, for admins and in development. */
import { host, useSearch, useSession, useShortcut, useT } from '@atrium/sdk/web'
import { useEffect } from 'react'

const SHEET = `
[data-slot] { position: relative; min-height: 20px; outline: 1px dashed var(--brand-color); outline-offset: -1px; }
[data-slot]::before { content: attr(data-slot); position: absolute; inset: 0 auto auto 0; z-index: 90; padding: 1px 6px; border-radius: 0 0 6px 0;
  font: 600 11px/16px var(--raw-font-mono); color: var(--brand-text-color); background: var(--brand-color); pointer-events: none; }
[data-slot-failed] { display: block; padding: 20px 8px 4px; color: var(--danger); }`

export function SlotNames() {
  const { isAdmin } = useSession()
  const t = useT()
  const shown = host.useSlotOverlay()
  const wanted = useSearch().has('slots')
  const allowed = isAdmin || import.meta.env.DEV
  useEffect(() => {
    if (wanted && allowed) host.showSlots(true)
  }, [wanted, allowed])
  useShortcut(allowed ? 'mod+shift+s' : '', () => host.showSlots(!shown), t('keys.slots'))
  return shown ? <style>{SHEET}</style> : null
}
