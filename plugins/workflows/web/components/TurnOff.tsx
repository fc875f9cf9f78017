/** Asks what becomes of runs that are under way. */
import { FormDialog, RadioGroup, toast, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Workflow } from '../../contract.ts'

export function TurnOff({ workflow, onClose }: { workflow: Pick<Workflow, 'id' | 'name' | 'running_count'>; onClose: () => void }) {
  const t = useT()
  const [runs, setRuns] = useState<'finish' | 'stop'>('finish')
  const inactivate = useWrite(contract.routes.inactivate, {
    invalidates: [contract],
    onSuccess: () => {
      toast.success(t('done.off'))
      onClose()
    },
  })
  const count = workflow.running_count
  return (
    <FormDialog
      title={t('off.title', { name: workflow.name })}
      action={t('off.action')}
      pending={inactivate.isPending}
      error={inactivate.error}
      onClose={onClose}
      onSubmit={() => inactivate.mutateAsync({ params: { id: workflow.id }, body: { stop_runs: runs === 'stop' } }).catch(() => {})}
    >
      <p className="text-text-2">{t('off.text')}</p>
      {count > 0 && (
        <RadioGroup
          cards
          label={t('off.runs')}
          value={runs}
          onChange={setRuns}
          options={[
            { value: 'finish', label: t('off.finish', { count }), text: t('off.finish_text') },
            { value: 'stop', label: t('off.stop', { count }), text: t('off.stop_text') },
          ]}
        />
      )}
    </FormDialog>
  )
}
