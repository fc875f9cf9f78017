/** How a way into an account is told from others, and what it is called. */
import type { useT } from '@atrium/sdk/web'
import type { Way } from '../api.ts'

type Named = Pick<Way, 'kind' | 'id' | 'name'>
export const keyOf = ({ kind, id }: Omit<Named, 'name'>) => `${kind} ${id}`
export const nameOfWay = (t: ReturnType<typeof useT>, { kind, name }: Pick<Way, 'kind' | 'name'>) => t(`ways.kind.${kind}`, { name })
