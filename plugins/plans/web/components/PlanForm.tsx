/** What a tier is sold as: the owner's form. */
import { Field, Input, SettingRow, Switch, Textarea, toast, useFieldErrors, useWrite, FormDialog } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Plan, type PlanLimits } from '../../contract.ts'
import { PriceFields, usePrices } from './PriceFields.tsx'
import { usePlanWords } from './words.ts'

const LIMITS = ['members', 'spaces', 'storage', 'seats'] as const

export function PlanForm({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { t } = usePlanWords()
  const [description, setDescription] = useState(plan.description)
  const [offered, setOffered] = useState(plan.is_offered)
  const [start, setStart] = useState(plan.is_start)
  const [trial, setTrial] = useState(String(plan.trial_days))
  const [limits, setLimits] = useState<Record<string, string>>(() => Object.fromEntries(LIMITS.map((limit) => [limit, plan.limits[limit]?.toString() ?? ''])))
  const prices = usePrices(plan.prices)
  const [wrong, setWrong] = useState(false)
  const save = useWrite(contract.routes.updatePlan, {
    invalidates: [contract],
    onSuccess: () => {
      toast.success(t('edit.saved'))
      onClose()
    },
  })
  const errors = useFieldErrors(save.error)
  const submit = () => {
    const read = prices.read()
    setWrong(read === null)
    if (read === null) return Promise.resolve()
    const typed = Object.fromEntries(LIMITS.map((limit) => [limit, limits[limit]!.trim() === '' ? null : Number(limits[limit])])) as PlanLimits
    return save.mutateAsync({
      params: { id: plan.id },
      body: { plan: { description, is_offered: offered, is_start: start, trial_days: Number(trial), limits: typed, prices: read } },
    })
  }
  return (
    <FormDialog
      title={t('edit.title', { plan: t(`tier.${plan.tier}`) })}
      width={620}
      onClose={onClose}
      onSubmit={submit}
      error={save.error}
      action={t('save')}
      pending={save.isPending}
    >
      <SettingRow
        title={t('edit.offered')}
        text={t('edit.offered_help')}
        control={<Switch aria-label={t('edit.offered')} checked={offered} onChange={setOffered} />}
      />
      <SettingRow title={t('edit.start')} text={t('edit.start_help')} control={<Switch aria-label={t('edit.start')} checked={start} onChange={setStart} />} />
      <Field label={t('edit.description')} error={errors['plan.description']}>
        <Textarea
          rows={2}
          maxLength={200}
          placeholder={t(`plan.about.${plan.tier}`)}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <PriceFields {...prices} error={wrong ? t('edit.no_sum') : errors['plan.prices']} />
      <fieldset>
        <legend className="font-medium">{t('edit.limits')}</legend>
        <p className="mb-2 text-13 text-text-2">{t('edit.limits_help')}</p>
        <div className="grid grid-cols-2 gap-3">
          {LIMITS.map((limit) => (
            <Field key={limit} label={t(`edit.limit.${limit}`)} error={errors[`plan.limits.${limit}`]}>
              <Input
                inputMode="numeric"
                placeholder={t('limit.none')}
                value={limits[limit]}
                onChange={(event) => setLimits({ ...limits, [limit]: event.target.value.replace(/\D/g, '') })}
              />
            </Field>
          ))}
        </div>
      </fieldset>
      <Field label={t('edit.trial')} help={t('edit.trial_help')} error={errors['plan.trial_days']}>
        <Input type="number" min={0} max={365} value={trial} onChange={(event) => setTrial(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
