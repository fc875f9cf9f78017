/** Other devices in mid-call. */
import { Button, Dialog, useT } from '@atrium/sdk/web'
import { useCall } from '../../room/call.ts'
import { Level } from '../prejoin/Level.tsx'
import { Selects } from '../prejoin/Selects.tsx'

export function DeviceDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { local } = useCall()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('stage.devices')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('stage.done')}
        </Button>
      }
    >
      <Selects local={local} />
      <Level local={local} />
    </Dialog>
  )
}
