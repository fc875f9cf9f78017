/** What a screen needs of a summary. */
import { messageOf, toast, useQueryCache, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Summarized } from '../../../contract.ts'

const { routes } = contract

/** A summary as far as it is kept, and how it is written where it is not. @param enabled whether there may be enough to summarize */
export function useSummary(of: Summarized, enabled: boolean) {
  const t = useT()
  const cache = useQueryCache()
  const { member, viewOnly } = useSession()
  const { data } = useRead(routes.summary, { query: of }, { enabled: enabled && member !== null })
  const write = useWrite(routes.writeSummary, {
    onSuccess: (summary) => void cache.update(routes.summary, { query: of }, (reply) => ({ ...reply, summary })),
    onError: (error) => toast.error(messageOf(error, t('written.failed'))),
  })
  return {
    size: data?.size ?? 0,
    summary: data?.summary ?? null,
    isOffered: data?.can_write === true && !data.summary && !viewOnly,
    isWriting: write.isPending,
    write: () => !write.isPending && write.mutate({ body: of }),
  }
}
