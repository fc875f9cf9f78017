/** Asks for the reason of a decision and shows what the author will get. */
import archive, { type BanFields } from '../../../archive/contract.ts'
import shell from '@atrium/sdk/kernel/shell'
import { Field, FormDialog, Select, Slot, Switch, useFieldErrors, useRead, useSettled, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Case, type ModerationAct, PREPARED, SILENCES, UNDO_SECONDS } from '../../contract.ts'
import { Message, Reason, type Why } from './Reason.tsx'
import type { Deciding } from './useDecide.ts'

const DAY = 86_400_000

interface DecideDialogProps {
  about: Case
  act: ModerationAct
  deciding: Deciding
  onClose: () => void
}
export function DecideDialog({ about, act, deciding, onClose }: DecideDialogProps) {
  const t = useT()
  // a reported reason is most often the reason
  const known = (act !== 'keep' && act !== 'move' && PREPARED.find((key) => about.reasons.includes(key))) || null
  const [why, setWhy] = useState<Why>({ reason: known ? t(`text.${known}`) : '', reason_key: known })
  const [hours, setHours] = useState<number>(24)
  const [days, setDays] = useState('7')
  const [content, setContent] = useState<BanFields['content']>('hide')
  const [remove, setRemove] = useState(about.content !== null && about.content_type !== 'member')
  const [spaceId, setSpaceId] = useState<number | undefined>()
  const [opened] = useState(() => Date.now())
  const name = about.author?.name ?? ''
  const endsAt = act === 'ban' && days !== '0' ? new Date(opened + Number(days) * DAY).toISOString() : null
  const { reason, reason_key } = useSettled(why)
  const preview = useRead(
    contract.routes.preview,
    {
      params: { id: about.id },
      query: { act, reason, hours, ...(reason_key ? { reason_key } : {}), ...(endsAt ? { ends_at: endsAt } : {}), ...(spaceId ? { space_id: spaceId } : {}) },
    },
    { keepPrevious: true },
  )
  const errors = useFieldErrors(deciding.error)
  const person = act === 'warn' || act === 'silence' || act === 'ban'
  return (
    <FormDialog
      title={t(`decide.${act}`, { name })}
      width={720}
      onClose={onClose}
      onSubmit={() =>
        deciding.decide(about, { act, ...why, hours, remove, space_id: spaceId, ...(act === 'ban' ? { content, ends_at: endsAt } : {}) }).then(onClose)
      }
      error={deciding.error}
      action={t(`act.${act}`)}
      pending={deciding.isPending}
      disabled={(person && !why.reason.trim()) || (act === 'move' && !spaceId)}
      danger={act !== 'keep' && act !== 'move'}
    >
      <div className="grid gap-5 desk:grid-cols-2">
        <div className="grid content-start gap-4">
          {act === 'move' && (
            <Field label={t('decide.space')} error={errors.space_id}>
              <Select
                value={spaceId ? String(spaceId) : ''}
                options={[
                  { value: '', label: '–', disabled: true },
                  ...about.spaces.map(({ id, name: space, emoji }) => ({ value: String(id), label: `${emoji ?? ''} ${space}`.trim() })),
                ]}
                onChange={(event) => setSpaceId(Number(event.target.value))}
              />
            </Field>
          )}
          <Reason value={why} onChange={setWhy} error={errors.reason} prepared={act !== 'keep' && act !== 'move'} />
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
              <Slot of={archive.slots['ban.fields']} props={{ name, days, onDays: setDays, content, onContent: setContent, error: errors.ends_at }} />
              {about.author && (
                <Slot of={shell.slots['account.leaving']} props={{ at: null, member: { id: about.author.id, name, how: 'banned', until: endsAt } }} />
              )}
            </>
          )}
          {person && about.content_type !== 'member' && (
            <div className="grid gap-1">
              <Switch label={t('decide.also')} checked={remove} onChange={setRemove} />
              <p className="text-12 text-text-3">{t(act === 'ban' ? 'decide.also_ban' : 'decide.also_help')}</p>
            </div>
          )}
        </div>
        <Message name={name} data={preview.data}>
          {t('decide.later', { seconds: UNDO_SECONDS })}
        </Message>
      </div>
    </FormDialog>
  )
}
