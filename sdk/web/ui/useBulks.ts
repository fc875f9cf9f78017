/** Acts on many things, read anew while one is on its way. */
import type { Route, RouteInput, RouteReply } from '../../core/contract.ts'
import { useReadPages } from '../core/queries.ts'
import type { BulkCardProps } from './lateProps.ts'

type Task = Pick<BulkCardProps['task'], 'status'>
/** News come by events to who asked for it; others look from time to time (ms). */
const LOOK = 4_000
const DAY = 86_400_000
const moves = ({ status }: Task) => status === 'running' || status === 'undoing'

/** A list of bulk acts with its pages put together. */
export function useBulks<R extends Route<any, any>>(route: R, input: RouteInput<R>) {
  const tasksOf = (read: { pages: unknown[] } | undefined) => ((read?.pages ?? []) as { records: TaskOf<R>[] }[]).flatMap(({ records }) => records)
  const query = useReadPages(route, input as never, {
    staleTime: 0,
    refetchInterval: (read) => tasksOf(read).some((task) => moves(task as Task)) && LOOK,
  })
  return { query, tasks: tasksOf(query.data) }
}
type TaskOf<R extends Route<any, any>> = RouteReply<R> extends { records: (infer T)[] } ? T : never

/** Of a list, the latest first: those on their way, and the last one for a day after its end. */
export const recentBulks = <T extends Task & { finished_at: string | null }>(tasks: readonly T[]): T[] =>
  tasks.filter((task, at) => moves(task) || (at === 0 && task.finished_at !== null && Date.now() - Date.parse(task.finished_at) < DAY))
