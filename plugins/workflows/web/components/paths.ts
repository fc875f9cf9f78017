/** Addresses of the screens of workflows. */
import type { Workflow } from '../../contract.ts'

export const AT = '/settings/workflows'
export const NEW = `${AT}/new`
export const HISTORY = `${AT}/history`
export const viewPath = (id: number) => `${AT}/view/${id}`
export const runsPath = (id: number) => `${AT}/view/${id}/runs`
export const runPath = (id: number, runId: number) => `${runsPath(id)}/${runId}`
export const editPath = (id: number) => `${AT}/edit/${id}`
/** Where one is first written: the address says what begins it. */
export const draftPath = ({ id, workflow_type }: Pick<Workflow, 'id' | 'workflow_type'>) => `${NEW}/${workflow_type}/${id}`
