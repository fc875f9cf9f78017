/** Every main field of a space, in sections. */
import {
  Card,
  Field,
  FilePicker,
  IconButton,
  IconPicker,
  Input,
  Picture,
  RadioGroup,
  RATIOS,
  Select,
  SettingRow,
  Switch,
  Textarea,
  toast,
  uploadFile,
  useFieldErrors,
  useT,
} from '@atrium/sdk/web'
import { type ReactNode, useState } from 'react'
import { DISPLAY_VIEWS, POST_SORTS, type Space, type SpaceGroup } from '../../contract.ts'

const FLAGS = {
  sidebar: ['hide_from_sidebar', 'show_lock_icon_for_non_members', 'hide_right_sidebar', 'hide_members_count', 'hide_from_featured_areas', 'show_tab_bar'],
  posting: [
    'is_post_disabled',
    'hide_sorting',
    'require_topic_selection',
    'hide_post_settings',
    'disable_member_post_covers',
    'prevent_members_from_adding_others',
  ],
} as const
type Flag = (typeof FLAGS)[keyof typeof FLAGS][number]

/** What the form holds. Pictures: a signed id once chosen, null once taken away, undefined when untouched. */
export type SpaceValues = Pick<
  Space,
  'name' | 'slug' | 'display_view' | 'default_sort' | 'default_comment_sort' | 'default_member_sort' | 'visibility' | Flag
> & {
  space_group_id: number
  emoji: string
  description: string
  type: string
  pinned_posts_label: string
  locked_page_heading: string
  locked_page_description: string
  locked_button_label: string
  locked_button_url: string
  meta_title: string
  meta_description: string
  banner_on: boolean
  banner_title: string
  banner_text: string
  tab_posts: boolean
  tab_members: boolean
  notify: 'all' | 'never'
  cover_image?: string | null
  cover_shown?: string | null
}

export function valuesOf(space: Space | null, groupId: number): SpaceValues {
  const flags = Object.fromEntries(
    Object.values(FLAGS).flatMap((names) =>
      names.map((name) => [
        name,
        space?.[name] ?? (name === 'show_tab_bar' || name === 'show_lock_icon_for_non_members' || name === 'prevent_members_from_adding_others'),
      ]),
    ),
  )
  return {
    ...(flags as Record<Flag, boolean>),
    name: space?.name ?? '',
    slug: space?.slug ?? '',
    display_view: space?.display_view ?? 'posts',
    default_sort: space?.default_sort ?? 'latest',
    default_comment_sort: space?.default_comment_sort ?? 'oldest',
    default_member_sort: space?.default_member_sort ?? 'latest',
    visibility: space?.visibility ?? 'public',
    space_group_id: space?.space_group_id ?? groupId,
    emoji: space?.emoji ?? '',
    description: space?.description ?? '',
    type: space?.space_type ?? 'basic',
    pinned_posts_label: space?.pinned_posts_label ?? '',
    locked_page_heading: space?.locked_page_heading ?? '',
    locked_page_description: space?.locked_page_description ?? '',
    locked_button_label: space?.locked_button_label ?? '',
    locked_button_url: space?.locked_button_url ?? '',
    meta_title: space?.meta_tag_attributes.meta_title ?? '',
    meta_description: space?.meta_tag_attributes.meta_description ?? '',
    banner_on: space?.welcome_banner.enabled ?? false,
    banner_title: space?.welcome_banner.title ?? '',
    banner_text: space?.welcome_banner.text ?? '',
    tab_posts: space?.visible_tabs.posts ?? true,
    tab_members: space?.visible_tabs.members ?? true,
    notify: space?.default_notification_setting ?? 'all',
    cover_shown: space?.cover_image_url ?? null,
  }
}

/** The form's values as the calls take them. */
export function bodyOf(values: SpaceValues) {
  const {
    visibility,
    type,
    cover_shown: _shown,
    meta_title,
    meta_description,
    banner_on,
    banner_title,
    banner_text,
    tab_posts,
    tab_members,
    notify,
    slug,
    description,
    ...fields
  } = values
  return {
    ...fields,
    ...(slug ? { slug } : {}),
    description: description || null,
    is_private: visibility === 'private' || visibility === 'secret',
    is_hidden: visibility === 'secret',
    is_draft: visibility === 'draft',
    types: [type],
    meta_tag_attributes: { meta_title, meta_description },
    welcome_banner: { enabled: banner_on, title: banner_title, text: banner_text },
    visible_tabs: { posts: tab_posts, members: tab_members },
    default_notification_setting: notify,
    default_in_app_notification_setting: notify,
    default_mobile_notification_setting: notify,
  }
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3">
    <h2 className="text-17">{title}</h2>
    {children}
  </section>
)

export interface SpaceFormProps {
  values: SpaceValues
  onChange: (values: SpaceValues) => void
  groups: readonly SpaceGroup[]
  types: readonly string[]
  error: unknown
}
export function SpaceForm({ values, onChange, groups, types, error }: SpaceFormProps) {
  const t = useT()
  const errors = useFieldErrors(error)
  const [progress, setProgress] = useState<number>()
  const set = (change: Partial<SpaceValues>) => onChange({ ...values, ...change })
  const text = (key: keyof SpaceValues, label: string, max: number, help?: string) => (
    <Field label={t(label)} help={help && t(help)} error={errors[key]}>
      <Input value={values[key] as string} maxLength={max} onChange={(event) => set({ [key]: event.target.value })} />
    </Field>
  )
  const choose = (key: keyof SpaceValues, label: string, options: readonly string[], prefix: string) => (
    <Field label={t(label)} error={errors[key]}>
      <Select
        value={String(values[key])}
        onChange={(event) => set({ [key]: event.target.value })}
        options={options.map((value) => ({ value, label: t(`${prefix}.${value}`) }))}
      />
    </Field>
  )
  const flags = (names: readonly Flag[]) => (
    <Card>
      {names.map((name) => (
        <SettingRow
          key={name}
          title={t(`flag.${name}`)}
          control={(aria) => <Switch {...aria} checked={values[name]} onChange={(on) => set({ [name]: on })} />}
        />
      ))}
    </Card>
  )
  const upload = async (file: File) => {
    setProgress(0)
    try {
      const { signed_id } = await uploadFile(file, { onProgress: setProgress })
      set({ cover_image: signed_id, cover_shown: URL.createObjectURL(file) })
    } catch (thrown) {
      toast.error((thrown as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <div className="grid gap-8">
      <Section title={t('form.basics')}>
        <Card pad className="grid gap-4">
          <div className="grid grid-cols-[auto_1fr] gap-3">
            <Field label={t('form.emoji')} error={errors.emoji}>
              <IconPicker value={values.emoji} onChange={(emoji) => set({ emoji })} />
            </Field>
            {text('name', 'form.name', 120)}
          </div>
          <Field label={t('form.slug')} help={t('form.slugHelp', { path: `/c/${values.slug || '…'}` })} error={errors.slug}>
            <Input value={values.slug} maxLength={100} onChange={(event) => set({ slug: event.target.value.toLowerCase() })} />
          </Field>
          <Field label={t('form.description')} error={errors.description}>
            <Textarea value={values.description} maxLength={2000} onChange={(event) => set({ description: event.target.value })} />
          </Field>
          <div className="grid gap-4 desk:grid-cols-2">
            <Field label={t('form.group')} error={errors.space_group_id}>
              <Select
                value={String(values.space_group_id)}
                onChange={(event) => set({ space_group_id: Number(event.target.value) })}
                options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            </Field>
            <Field label={t('form.type')} error={errors.types}>
              <Select
                value={values.type}
                onChange={(event) => set({ type: event.target.value })}
                options={types.map((value) => ({ value, label: t(`type.${value}`) }))}
              />
            </Field>
          </div>
          <Field label={t('form.cover')} error={errors.cover_image}>
            {values.cover_shown ? (
              <div className="relative">
                <Picture src={values.cover_shown} ratio={RATIOS.spaceCover} alt="" className="w-full rounded-card" />
                <span className="absolute right-2 top-2 rounded-control bg-surface">
                  <IconButton icon="x" label={t('form.coverRemove')} onClick={() => set({ cover_image: null, cover_shown: null })} />
                </span>
              </div>
            ) : (
              <FilePicker accept="image/*" onFile={upload} progress={progress} text={t('form.coverHelp')} />
            )}
          </Field>
        </Card>
      </Section>
      <Section title={t('form.access')}>
        <RadioGroup
          cards
          label={t('form.visibility')}
          value={values.visibility}
          onChange={(visibility) => set({ visibility })}
          options={(['public', 'private', 'secret', 'draft'] as const).map((value) => ({
            value,
            label: t(`visibility.${value}`),
            text: t(`visibility.${value}.help`),
          }))}
        />
        {values.visibility === 'private' && (
          <Card pad className="grid gap-4">
            {text('locked_page_heading', 'form.lockedHeading', 200)}
            <Field label={t('form.lockedText')} error={errors.locked_page_description}>
              <Textarea value={values.locked_page_description} maxLength={2000} onChange={(event) => set({ locked_page_description: event.target.value })} />
            </Field>
            <div className="grid gap-4 desk:grid-cols-2">
              {text('locked_button_label', 'form.lockedButton', 80)}
              {text('locked_button_url', 'form.lockedUrl', 2000)}
            </div>
          </Card>
        )}
      </Section>
      <Section title={t('form.display')}>
        <Card pad className="grid gap-4 desk:grid-cols-2">
          {choose('display_view', 'form.view', DISPLAY_VIEWS, 'view')}
          {choose('default_sort', 'form.sort', POST_SORTS, 'sort')}
          {choose('default_comment_sort', 'form.commentSort', ['oldest', 'latest'], 'members')}
          {choose('default_member_sort', 'form.memberSort', ['latest', 'oldest', 'alphabetical'], 'members')}
          {choose('notify', 'form.notify', ['all', 'never'], 'bell')}
          {text('pinned_posts_label', 'form.pinned', 60)}
        </Card>
        <Card>
          <SettingRow
            title={t('form.tabPosts')}
            control={(aria) => <Switch {...aria} checked={values.tab_posts} onChange={(tab_posts) => set({ tab_posts })} />}
          />
          <SettingRow
            title={t('form.tabMembers')}
            control={(aria) => <Switch {...aria} checked={values.tab_members} onChange={(tab_members) => set({ tab_members })} />}
          />
        </Card>
        {flags(FLAGS.sidebar)}
      </Section>
      <Section title={t('form.banner')}>
        <Card>
          <SettingRow
            title={t('form.bannerOn')}
            text={t('form.bannerHelp')}
            control={(aria) => <Switch {...aria} checked={values.banner_on} onChange={(banner_on) => set({ banner_on })} />}
          />
        </Card>
        {values.banner_on && (
          <Card pad className="grid gap-4">
            {text('banner_title', 'form.bannerTitle', 120)}
            <Field label={t('form.bannerText')}>
              <Textarea value={values.banner_text} maxLength={1000} onChange={(event) => set({ banner_text: event.target.value })} />
            </Field>
          </Card>
        )}
      </Section>
      <Section title={t('form.posting')}>{flags(FLAGS.posting)}</Section>
      <Section title={t('form.search')}>
        <Card pad className="grid gap-4">
          {text('meta_title', 'form.metaTitle', 120)}
          {text('meta_description', 'form.metaText', 300)}
        </Card>
      </Section>
    </div>
  )
}
