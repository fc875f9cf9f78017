/** A write that is asked about first, and told of afterwards. */
import type { Contract, Route, RouteInput } from '../../core/contract.ts'
import { useWrite } from '../core/queries.ts'
import type { ConfirmOptions } from './overlayProps.ts'
import { useConfirm } from './overlays.tsx'
import { toast } from './toast.ts'

type Target = Route<any, any> | Pick<Contract, 'id'>

/**
 * @param invalidates what is read anew afterwards
 * @returns a function that asks, sends where the answer is yes, and says `done`; a refusal is said as the server words it
 */
export function useAskedWrite<R extends Route<any, any>>(route: R, invalidates: Target[]) {
  const confirm = useConfirm()
  const { mutateAsync } = useWrite(route, { invalidates, onError: (error) => toast.error(error.message) })
  return async (input: RouteInput<R>, question: ConfirmOptions, done: string): Promise<void> => {
    if (!(await confirm({ tone: 'danger', ...question }))) return
    await mutateAsync(input as never).then(
      () => toast.success(done),
      () => {},
    )
  }
}
