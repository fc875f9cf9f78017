/** The step of the set-up that an admin has set out for on this device; null for none. */
import { useStored } from '@atrium/sdk/web'
import type { Step } from '../../contract.ts'

export const useSetOut = () => useStored<Step | null>('community.setup', null)
