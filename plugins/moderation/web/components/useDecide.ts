/** Decides, offers for some seconds to take it back, and goes on to the next case. */
import type { CONTENT } from '../../../archive/contract.ts'
import { type AtriumError, call, toast, useQueryCache, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Case, type ModerationAct, type Prepared } from '../../contract.ts'

const { routes } = contract

export interface Choice {
  act: ModerationAct
  reason?: string
  reason_key?: Prepared | null
  hours?: number
  remove?: boolean
  space_id?: number
  ends_at?: string | null
  content?: (typeof CONTENT)[number]
}
export interface Deciding {
  decide: (about: Pick<Case, 'id'>, choice: Choice) => Promise<void>
  isPending: boolean
  error: AtriumError | null
  reset: () => void
}

export function useDecide({ onDecided, onUndone }: { onDecided: (id: number) => void; onUndone: (id: number) => void }): Deciding {
  const t = useT()
  const cache = useQueryCache()
  const write = useWrite(routes.decide)
  const refresh = () => void cache.invalidate(contract)
  const takeBack = async (id: number) => {
    try {
      await call(routes.undo, { params: { id } })
      toast.success(t('done.undo'))
      onUndone(id)
    } catch (error) {
      toast.error((error as Error).message)
    }
    refresh()
  }
  return {
    async decide({ id }, choice) {
      try {
        await write.mutateAsync({ params: { id }, body: choice })
      } catch (error) {
        // somebody was faster: the queue says so
        if ((error as AtriumError).code === 'already_decided') refresh()
        throw error
      }
      onDecided(id)
      refresh()
      toast.undo(t(`done.${choice.act}`), { onUndo: () => void takeBack(id) })
    },
    isPending: write.isPending,
    error: write.error,
    reset: write.reset,
  }
}
