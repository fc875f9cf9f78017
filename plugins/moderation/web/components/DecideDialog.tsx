/** Asks for the reason of a decision and shows what the author will get. */
import shell from '@atrium/sdk/kernel/shell'
import { Chip, Field, RadioGroup, Select, Skeleton, Slot, Switch, Textarea, useFieldErrors, useRead, useSettled, useT, FormDialog } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { BAN_CONTENT, type Case, type ModerationAct, SILENCES, UNDO_SECONDS } from '../../contract.ts'
import type { Deciding } from './useDecide.ts'

const DAYS = [1, 7, 30, 0] as const
const DAY = 86_400_000
const TEXTS = ['spam', 'harassment', 'against_guidelines', 'incorrect_location'] as const

interface DecideDialogProps {
  about: Case
  act: ModerationAct
  deciding: Deciding
  onClose: () => void
}
export function DecideDialog({ about, act, deciding, onClose }: DecideDialogProps) {
  const t = useT()
  // a reported reason is most often the reason
  const known = TEXTS.find((key) => about.reasons.includes(key))
  const [reason, setReason] = useState(act === 'keep' || !known ? '' : t(`text.${known}`))
  const [hours, setHours] = useState<number>(24)
  const [days, setDays] = useState('7')
  const [content, setContent] = useState<(typeof BAN_CONTENT)[number]>('hide')
  const [remove, setRemove] = useState(about.content !== null && about.content_type !== 'member')
  const name = about.author?.name ?? ''
  const settled = useSettled(reason)
  const preview = useRead(contract.routes.preview, { params: { id: about.id }, query: { act, reason: settled, hours } }, { keepPrevious: true })
  const errors = useFieldErrors(deciding.error)
  const endsAt = () => (days === '0' ? null : new Date(Date.now() + Number(days) * DAY).toISOString())
  const person = act === 'warn' || act === 'silence' || act === 'ban'
  return (
    <FormDialog
      title={t(`decide.${act}`, { name })}
      width={720}
      onClose={onClose}
      onSubmit={() =>
        deciding
          .decide(about, {
            act,
            reason,
            hours,
            remove,
            ...(act === 'ban' ? { content, ends_at: endsAt() } : {}),
          })
          .then(onClose)
      }
      error={deciding.error}
      action={t(`act.${act}`)}
      pending={deciding.isPending}
      disabled={person && !reason.trim()}
      danger={act !== 'keep'}
    >
      <div className="grid gap-5 desk:grid-cols-2">
        <div className="grid content-start gap-4">
          {act !== 'keep' && (
            <div className="flex flex-wrap gap-1.5" role="group" aria-label={t('decide.texts')}>
              {TEXTS.map((key) => (
                <Chip key={key} size="sm" pressed={reason === t(`text.${key}`)} onClick={() => setReason(t(`text.${key}`))}>
                  {t(`reason.${key}`)}
                </Chip>
              ))}
            </div>
          )}
          <Field label={t('decide.reason')} help={t('decide.reason_help')} error={errors.reason}>
            <Textarea value={reason} rows={4} maxLength={1000} autoFocus onChange={(event) => setReason(event.target.value)} />
          </Field>
          {act === 'silence' && (
            <Field label={t('decide.hours')}>
              <Select
                value={String(hours)}
                options={SILENCES.map((value) => ({ value: String(value), label: t(`decide.hours.${value}`) }))}
                onChange={(event) => setHours(Number(event.target.value))}
              />
            </Field>
          )}
          {act === 'ban' && (
            <>
              <Field label={t('ban.until')} error={errors.ends_at}>
                <Select
                  value={days}
                  options={DAYS.map((value) => ({ value: String(value), label: t(`ban.until.${value}`) }))}
                  onChange={(event) => setDays(event.target.value)}
                />
              </Field>
              <fieldset className="grid gap-2">
                <legend className="mb-1.5 text-13 font-medium">{t('ban.content')}</legend>
                <RadioGroup
                  label={t('ban.content')}
                  value={content}
                  onChange={setContent}
                  options={BAN_CONTENT.map((value) => ({ value, label: t(`ban.content.${value}`) }))}
                />
              </fieldset>
              {about.author && (
                <Slot of={shell.slots['account.leaving']} props={{ at: null, member: { id: about.author.id, name, how: 'banned', until: endsAt() } }} />
              )}
            </>
          )}
          {person && about.content_type !== 'member' && <Switch label={t('decide.also')} checked={remove} onChange={setRemove} />}
        </div>
        <section className="rounded-card bg-surface-2 p-4" aria-live="polite">
          <h3 className="mb-2 text-13 font-medium text-text-2">{t('decide.preview', { name })}</h3>
          {preview.data ? (
            preview.data.text ? (
              <>
                <p className="font-medium">{preview.data.subject}</p>
                <p className="mt-2 whitespace-pre-line text-13 wrap-anywhere">{preview.data.text}</p>
                <p className="mt-3 text-12 text-text-3">{t('decide.later', { seconds: UNDO_SECONDS })}</p>
              </>
            ) : (
              <p className="text-13 text-text-2">{t('decide.nothing')}</p>
            )
          ) : (
            <Skeleton w="100%" h={140} />
          )}
        </section>
      </div>
    </FormDialog>
  )
}
