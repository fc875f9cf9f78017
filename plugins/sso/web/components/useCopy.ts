/** Copies an address and says whether it worked. */
import { toast, useT } from '@atrium/sdk/web'

export function useCopy() {
  const t = useT()
  return (text: string): Promise<unknown> =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t('copied')),
      () => toast.error(t('copy.failed')),
    )
}
