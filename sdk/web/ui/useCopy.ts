/** Handing something on: as a copy, or by what the device has for it. */
import { useWords } from '../core/i18n.tsx'
import { toast } from './toast.ts'

/**
 * Copies a text and says so, by default that a link is copied. Where the browser does not let us (pages without HTTPS have no clipboard), it is
 * said that it is to be copied by hand.
 */
export function useCopy(): (text: string, said?: string) => Promise<void> {
  const t = useWords()
  return async (text, said = t('copy.link')) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return void toast.error(t('copy.failed'))
    }
    toast.success(said)
  }
}

/** Shares an address by the device's own sheet; without one it is copied. */
export function useShare(): (what: { title: string; url: string }) => Promise<void> {
  const copy = useCopy()
  return ({ title, url }) => (navigator.share ? navigator.share({ title, url }).catch(() => {}) : copy(url))
}
