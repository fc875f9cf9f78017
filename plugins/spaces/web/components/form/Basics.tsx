/** Name, address, sign, place, kinds and pictures of a space. */
import { cut } from '@atrium/sdk'
import { Card, Checkbox, Field, IconPicker, Input, RATIOS, Select, slugify, useFieldGroup, useT } from '@atrium/sdk/web'
import type { KnownType, SpaceGroup } from '../../../contract.ts'
import { useTypeLabel } from '../tabs.ts'
import { ChoiceField, Flags, Section, PictureLine, TextField, useFormState } from './parts.tsx'
import { FLAGS } from './values.ts'

const THUMBNAIL_RATIO = 2
/** As long as an address made from a name gets. */
const SLUG_LENGTH = 60

function Types({ types }: { types: readonly KnownType[] }) {
  const label = useTypeLabel()
  const group = useFieldGroup()
  const { values, set } = useFormState()
  // A type whose plugin is off stays where it was chosen.
  const all = [...new Set([...types.map(({ key }) => key), ...values.types])].sort((a, b) => Number(a === 'members') - Number(b === 'members'))
  const toggle = (type: string, on: boolean) => {
    const next = on ? [...values.types, type] : values.types.filter((key) => key !== type)
    set({ types: next })
  }
  const only = values.types.length === 1
  return (
    <div {...group} role="group" className="flex flex-wrap gap-x-5 gap-y-2">
      {all.map((type) => (
        <Checkbox
          key={type}
          label={label(type)}
          checked={values.types.includes(type)}
          disabled={only && values.types.includes(type)}
          onChange={(on) => toggle(type, on)}
        />
      ))}
    </div>
  )
}

export function Basics({ groups, types }: { groups: readonly SpaceGroup[]; types: readonly KnownType[] }) {
  const t = useT()
  const { values, set, errors } = useFormState()
  const slug = values.slug || cut(slugify(values.name), SLUG_LENGTH) || '…'
  return (
    <Section id="basics" title={t('form.basics')}>
      <Card pad className="grid gap-4">
        <TextField name="name" label={t('form.name')} max={120} />
        <Field label={t('form.slug')} help={t('form.slugHelp', { path: `${location.host}/c/${slug}` })} error={errors.slug}>
          <Input
            value={values.slug}
            maxLength={100}
            placeholder={slug}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => set({ slug: event.target.value.toLowerCase() })}
          />
        </Field>
        <div className="grid items-end gap-4 desk:grid-cols-[auto_1fr_1fr]">
          <Field label={t('form.emoji')} error={errors.emoji}>
            <IconPicker value={values.emoji} onChange={(emoji) => set({ emoji })} />
          </Field>
          <TextField name="custom_emoji_url" label={t('form.emojiLight')} max={2000} placeholder="https://" />
          <TextField name="custom_emoji_dark_url" label={t('form.emojiDark')} max={2000} placeholder="https://" />
        </div>
        <TextField name="description" label={t('form.description')} max={2000} lines={2} />
        <Field label={t('form.group')} error={errors.space_group_id}>
          <Select
            value={String(values.space_group_id)}
            onChange={(event) => set({ space_group_id: Number(event.target.value) })}
            options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
        <Field label={t('form.type')} help={t(values.types.length === 1 ? 'form.typeOnly' : 'form.typeHelp')} error={errors.types}>
          <Types types={types} />
        </Field>
      </Card>
      <Card pad className="grid gap-4">
        <PictureLine name="cover_image" label={t('form.cover')} help={t('form.coverHelp')} ratio={RATIOS.spaceCover} width={1920} />
        <div className="grid gap-4 desk:grid-cols-2">
          <PictureLine name="thumbnail_image" label={t('form.thumbnail')} help={t('form.thumbnailHelp')} ratio={THUMBNAIL_RATIO} width={960} />
          <ChoiceField name="cover_image_display_style" label={t('form.coverStyle')} options={['normal', 'wide']} words={(value) => t(`cover.${value}`)} />
        </div>
      </Card>
      <Flags names={FLAGS.cover} />
    </Section>
  )
}
