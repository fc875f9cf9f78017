/** A new tag, or one that is there: name, colours, where it stands, and the segment that gives it. */
import {
  AdminPage,
  Button,
  Card,
  Checkbox,
  ColorField,
  Failure,
  Field,
  Form,
  IconPicker,
  Input,
  LinkButton,
  RadioGroup,
  Select,
  Skeleton,
  Switch,
  toast,
  useFieldErrors,
  useNavigate,
  useParams,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type MemberTag } from '../../contract.ts'
import { TagChip } from '../components/TagChip.tsx'

const { routes } = contract
const LOCATIONS = ['post_bio', 'profile_page', 'member_directory'] as const
const NEW = {
  name: '',
  color: '#dee1e5',
  text_color: '#1c1e21',
  emoji: null as string | null,
  display_format: 'label' as MemberTag['display_format'],
  display_locations: { post_bio: true, profile_page: true, member_directory: true },
  is_public: true,
  is_background_enabled: true,
  segment_id: null as number | null,
}

export default function EditTag() {
  const t = useT()
  const { id } = useParams()
  const query = useRead(routes.tag, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const title = t(id ? 'tags.edit' : 'tags.new')
  return (
    <AdminPage name="audience/EditTag" title={title} back={{ to: '/settings/member_tags', label: t('admin.tags') }} who="members.manage">
      {!id ? (
        <TagForm tag={null} />
      ) : query.data ? (
        <TagForm key={query.data.id} tag={query.data} />
      ) : query.isError ? (
        <Failure error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Skeleton w="100%" h={420} />
      )}
    </AdminPage>
  )
}

function TagForm({ tag }: { tag: MemberTag | null }) {
  const t = useT()
  const navigate = useNavigate()
  const [value, setValue] = useState<typeof NEW>(tag ?? NEW)
  const set = (change: Partial<typeof NEW>) => setValue({ ...value, ...change })
  const segments = useRead(routes.segments, { query: { per_page: 100 } })
  const options = {
    invalidates: [contract],
    onSuccess: () => {
      toast.success(t('tags.saved'))
      navigate('/settings/member_tags')
    },
  }
  const create = useWrite(routes.createTag, options)
  const update = useWrite(routes.updateTag, options)
  const { error, isPending } = tag ? update : create
  const errors = useFieldErrors(error)
  const { name, color, text_color, emoji, display_format, display_locations, is_public, is_background_enabled, segment_id } = value
  const body = { name, color, text_color, emoji, display_format, display_locations, is_public, is_background_enabled, segment_id }
  return (
    <Card pad>
      <Form onSubmit={() => (tag ? update.mutateAsync({ params: { id: tag.id }, body }) : create.mutateAsync({ body }))} error={error}>
        <p className="flex min-h-6 items-center gap-2 text-13 text-text-3">
          {t('tags.preview')} <TagChip tag={{ ...value, name: name || t('tags.name') }} />
        </p>
        <Field label={t('tags.name')} error={errors.name}>
          <Input value={name} maxLength={60} onChange={(event) => set({ name: event.target.value })} autoFocus={!tag} />
        </Field>
        <div className="grid gap-4 desk:grid-cols-2">
          <Field label={t('tags.color')} error={errors.color}>
            <ColorField value={color} onChange={(next) => set({ color: next })} />
          </Field>
          <Field label={t('tags.text_color')} error={errors.text_color}>
            <ColorField value={text_color} onChange={(next) => set({ text_color: next })} />
          </Field>
        </div>
        <Field label={t('tags.emoji')} help={t('tags.emoji_help')} error={errors.emoji}>
          <IconPicker value={emoji ?? ''} onChange={(next) => set({ emoji: next || null })} />
        </Field>
        <RadioGroup
          label={t('tags.format')}
          value={display_format}
          onChange={(next) => set({ display_format: next })}
          options={[
            { value: 'label', label: t('tags.format_label') },
            { value: 'icon', label: t('tags.format_icon'), disabled: !emoji },
          ]}
        />
        <Switch label={t('tags.background')} checked={is_background_enabled} onChange={(on) => set({ is_background_enabled: on })} />
        <Switch label={t('tags.public')} checked={is_public} onChange={(on) => set({ is_public: on })} />
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-13 font-medium">{t('tags.where')}</legend>
          {LOCATIONS.map((place) => (
            <Checkbox
              key={place}
              label={t(`tags.where_${place}`)}
              checked={display_locations[place]}
              onChange={(on) => set({ display_locations: { ...display_locations, [place]: on } })}
            />
          ))}
        </fieldset>
        <Field label={t('tags.rule')} help={t('tags.rule_help')} error={errors.segment_id ?? errors.rules}>
          <Select
            value={String(segment_id ?? '')}
            onChange={(event) => set({ segment_id: Number(event.target.value) || null })}
            options={[{ value: '', label: t('tags.by_hand') }, ...(segments.data?.records ?? []).map(({ id, title }) => ({ value: String(id), label: title }))]}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <LinkButton to="/settings/member_tags">{t('cancel')}</LinkButton>
          <Button variant="primary" type="submit" loading={isPending}>
            {t('save')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
