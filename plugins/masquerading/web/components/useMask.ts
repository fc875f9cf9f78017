/** Begins to look as somebody else: the page comes anew, as they get it. */
import { toast, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Entity, type MODES } from '../../contract.ts'

export type Mode = (typeof MODES)[number]

export function useMask() {
  const start = useWrite(contract.routes.start)
  const [leaving, setLeaving] = useState(false)
  return {
    busy: start.isPending || leaving,
    begin: (entity: Pick<Entity, 'id' | 'type'>, mode: Mode) => {
      if (entity.type === 'Space') return
      return start.mutateAsync({ body: { entity_id: entity.id, entity_type: entity.type, mode } }).then(
        () => {
          setLeaving(true)
          location.assign('/')
        },
        (error) => toast.error(error.message),
      )
    },
  }
}
