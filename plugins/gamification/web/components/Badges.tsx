/** Badges in a list: made, changed, given by hand. */
import {
  Button,
  Card,
  CardHead,
  type ComboboxOption,
  EmojiPicker,
  EmptyState,
  Field,
  IconButton,
  Input,
  ListRow,
  Menu,
  Query,
  Select,
  Skeleton,
  toast,
  useConfirm,
  useFieldErrors,
  useRead,
  useT,
  useWrite,
  FormDialog,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Badge, type Rule } from '../../contract.ts'
import { MemberField } from './MemberField.tsx'

const { routes } = contract

export function Badges({ rules }: { rules: readonly Rule[] }) {
  const t = useT()
  const confirm = useConfirm()
  const [editing, setEditing] = useState<Badge | 'new' | null>(null)
  const [giving, setGiving] = useState<Badge | null>(null)
  const query = useRead(routes.badges)
  const remove = useWrite(routes.destroyBadge, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const ask = async (badge: Badge) => {
    if (await confirm({ title: t('badges.remove_title', { name: badge.name }), text: t('badges.remove_text'), action: t('badges.remove'), tone: 'danger' }))
      remove.mutate({ params: { id: badge.id } })
  }
  const how = ({ rule, threshold }: Badge) => {
    if (rule === null) return t('badges.by_hand')
    if (rule === 'streak') return t('badges.by_streak', { count: threshold ?? 0 })
    return t('badges.by_rule', { rule: rules.find(({ key }) => key === rule)?.label ?? rule, count: threshold ?? 0 })
  }
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setEditing('new')}>
      {t('badges.new')}
    </Button>
  )
  return (
    <Card>
      <CardHead title={t('badges.title')} text={t('badges.text')} action={add} />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={240} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyState icon="badge-check" title={t('badges.none')} text={t('badges.none_text')} action={add} />}
      >
        {({ records }) => (
          <ul>
            {records.map((badge) => (
              <ListRow key={badge.id} as="li">
                <span aria-hidden className="text-20">
                  {badge.emoji}
                </span>
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">{badge.name}</p>
                  <p className="text-13 text-text-3">
                    {[how(badge), t('levels.members', { count: badge.members_count }), badge.description].filter(Boolean).join(' · ')}
                  </p>
                </div>
                <Menu
                  trigger={<IconButton icon="ellipsis" label={t('badges.menu', { name: badge.name })} />}
                  items={[
                    badge.rule === null && { label: t('badges.give'), icon: 'user-plus', onSelect: () => setGiving(badge) },
                    { label: t('edit'), icon: 'pencil', onSelect: () => setEditing(badge) },
                    { label: t('badges.remove'), icon: 'trash-2', tone: 'danger', onSelect: () => void ask(badge) },
                  ]}
                />
              </ListRow>
            ))}
          </ul>
        )}
      </Query>
      {editing && <BadgeForm badge={editing === 'new' ? null : editing} rules={rules} onClose={() => setEditing(null)} />}
      {giving && <GiveForm badge={giving} onClose={() => setGiving(null)} />}
    </Card>
  )
}

function BadgeForm({ badge, rules, onClose }: { badge: Badge | null; rules: readonly Rule[]; onClose: () => void }) {
  const t = useT()
  const [values, setValues] = useState({
    name: badge?.name ?? '',
    emoji: badge?.emoji ?? '🏅',
    description: badge?.description ?? '',
    rule: badge?.rule ?? '',
    threshold: String(badge?.threshold ?? 10),
  })
  const set = (next: Partial<typeof values>) => setValues({ ...values, ...next })
  const options = { invalidates: [contract], onSuccess: onClose }
  const create = useWrite(routes.createBadge, options)
  const update = useWrite(routes.updateBadge, options)
  const error = create.error ?? update.error
  const errors = useFieldErrors(error)
  const { name, emoji, description, rule, threshold } = values
  const submit = () =>
    badge
      ? update.mutateAsync({ params: { id: badge.id }, body: { badge: { name, emoji, description } } })
      : create.mutateAsync({ body: { badge: { name, emoji, description, rule: rule || null, threshold: rule ? Number(threshold) : null } } })
  return (
    <FormDialog
      title={badge ? t('badges.edit') : t('badges.new')}
      onClose={onClose}
      onSubmit={submit}
      error={error}
      action={t('save')}
      pending={create.isPending || update.isPending}
    >
      <div className="flex items-end gap-3">
        <EmojiPicker label={t('badges.emoji')} onPick={(picked) => set({ emoji: picked })} trigger={<Button aria-label={t('badges.emoji')}>{emoji}</Button>} />
        <Field label={t('badges.name')} error={errors['badge.name']} className="flex-1">
          <Input value={name} maxLength={60} onChange={(event) => set({ name: event.target.value })} autoFocus />
        </Field>
      </div>
      <Field label={t('badges.description')} error={errors['badge.description']}>
        <Input value={description} maxLength={200} onChange={(event) => set({ description: event.target.value })} />
      </Field>
      {!badge && (
        <div className="grid gap-4 desk:grid-cols-2">
          <Field label={t('badges.how')} error={errors['badge.rule']}>
            <Select
              value={rule}
              options={[
                { value: '', label: t('badges.by_hand') },
                ...rules.map(({ key, label }) => ({ value: key, label })),
                { value: 'streak', label: t('badges.streak') },
              ]}
              onChange={(event) => set({ rule: event.target.value })}
            />
          </Field>
          {rule && (
            <Field label={t('badges.threshold')} error={errors['badge.threshold']}>
              <Input type="number" inputMode="numeric" min={1} value={threshold} onChange={(event) => set({ threshold: event.target.value })} />
            </Field>
          )}
        </div>
      )}
    </FormDialog>
  )
}

function GiveForm({ badge, onClose }: { badge: Badge; onClose: () => void }) {
  const t = useT()
  const [member, setMember] = useState<ComboboxOption | null>(null)
  const give = useWrite(routes.giveBadge, { invalidates: [contract], onSuccess: onClose })
  return (
    <FormDialog
      title={t('badges.give_title', { name: badge.name })}
      onClose={onClose}
      onSubmit={() => give.mutateAsync({ params: { id: badge.id }, body: { community_member_id: Number(member?.value) } })}
      error={give.error}
      action={t('badges.give')}
      pending={give.isPending}
      disabled={!member}
    >
      <MemberField value={member} onChange={setMember} error={useFieldErrors(give.error).community_member_id} />
    </FormDialog>
  )
}
