/** Opens places to one person by hand, for good or until a day. */
import { Button, Dialog, Field, Form, Input, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type OpenedTarget } from '../../contract.ts'
import AccessPicker from '../slots/AccessPicker.tsx'

export function GiveAccess({ memberId, name, onClose }: { memberId: number; name: string; onClose: () => void }) {
  const t = useT()
  const [targets, setTargets] = useState<OpenedTarget[]>([])
  const [until, setUntil] = useState('')
  const grant = useWrite(contract.routes.grant, { invalidates: [contract] })
  const errors = useFieldErrors(grant.error)
  const ids = (kind: OpenedTarget['kind']) => targets.filter((target) => target.kind === kind).map(({ id }) => id)
  async function submit() {
    await grant.mutateAsync({
      body: {
        community_member_ids: [memberId],
        space_ids: ids('space'),
        space_group_ids: ids('space_group'),
        access_group_ids: ids('access_group'),
        // to the end of that day, where the admin is
        expires_at: until ? new Date(`${until}T23:59:59`).toISOString() : null,
      },
    })
    toast.success(t('give.done', { name }))
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('give.title', { name })} width={560}>
      <Form onSubmit={submit} error={grant.error}>
        <AccessPicker value={targets} onChange={setTargets} />
        <Field label={t('give.until')} help={t('give.untilHelp')} error={errors.expires_at}>
          <Input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={targets.length === 0} loading={grant.isPending}>
            {t('give.action')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
