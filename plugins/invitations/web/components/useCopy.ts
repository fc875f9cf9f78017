/** Copies an address and says whether it worked. */
import { toast, useT } from '@atrium/sdk/web'

export function useCopy(): (text: string) => Promise<unknown> {
  const t = useT()
  return (text) =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t('copied')),
      () => toast.error(t('copy.failed')),
    )
}
