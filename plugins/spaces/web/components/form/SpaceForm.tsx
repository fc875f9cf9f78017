/** Every field of a space, in the sections that an admin looks for. */
import { Card, cx, RadioGroup, Select, SettingRow, Slot, Switch, useFieldErrors, useT } from '@atrium/sdk/web'
import contract, { DISPLAY_VIEWS, type KnownType, POST_SORTS, type Space, type SpaceGroup, type SpaceRecord } from '../../../contract.ts'
import { useTabLabel } from '../tabs.ts'
import { Basics } from './Basics.tsx'
import { Blocks, Links } from './lists.tsx'
import { ChoiceField, Flags, FormProvider, Section, PictureLine, TextField, useFormState } from './parts.tsx'
import { FLAGS, problemsOf, type SpaceValues } from './values.ts'
import { WelcomeMore } from './WelcomeMore.tsx'

export interface SpaceFormProps {
  values: SpaceValues
  onChange: (values: SpaceValues) => void
  space: Space
  groups: readonly SpaceGroup[]
  others: readonly SpaceRecord[]
  types: readonly KnownType[]
  error: unknown
}
const SECTIONS = ['basics', 'access', 'people', 'look', 'posting', 'welcome', 'notify', 'kinds', 'links', 'search'] as const
const OPEN_GRAPH = 1.9

export function SpaceForm({ values, onChange, space, groups, others, types, error }: SpaceFormProps) {
  const t = useT()
  const refused = useFieldErrors(error)
  const found = problemsOf(values, space, others)
  const errors = { ...refused, ...Object.fromEntries(Object.entries(found).map(([field, words]) => [field, t(words)])) }
  const kinds = types.some(({ key, has_options }) => has_options && values.types.includes(key))
  const sections = SECTIONS.filter((name) => name !== 'kinds' || kinds)
  return (
    <FormProvider value={{ values, errors, set: (change) => onChange({ ...values, ...change }) }}>
      <div className="grid items-start gap-8 desk:grid-cols-[152px_minmax(0,720px)]">
        <nav aria-label={t('form.sections')} className="sticky top-[calc(var(--header-h)+24px)] grid gap-px max-desk:hidden">
          {sections.map((name) => (
            <button
              key={name}
              type="button"
              onClick={() => document.getElementById(name)?.scrollIntoView({ behavior: 'smooth' })}
              className={cx('rounded-control px-2 py-1.5 text-start text-13 text-text-2 hover:bg-hover hover:text-text')}
            >
              {t(`form.${name}`)}
            </button>
          ))}
        </nav>
        <div className="grid gap-8">
          <Basics groups={groups} types={types} />
          <Access />
          <Section id="people" title={t('form.people')}>
            <Flags names={FLAGS.people}>
              <SettingRow title={t('form.memberSort')} control={<MemberSort />} />
            </Flags>
          </Section>
          <Look types={types} />
          <Section id="posting" title={t('form.posting')}>
            <Flags names={FLAGS.posting} />
          </Section>
          <Welcome space={space} />
          <Section id="notify" title={t('form.notify')} text={t('form.notifyHelp')}>
            <Card pad className="grid gap-4 desk:grid-cols-3">
              <ChoiceField name="in_app" label={t('form.inApp')} options={['all', 'mention', 'never']} words={(value) => t(`bell.${value}`)} />
              <ChoiceField name="mobile" label={t('form.mobile')} options={['all', 'mention', 'never']} words={(value) => t(`bell.${value}`)} />
              <ChoiceField name="email" label={t('form.email')} options={['all', 'never']} words={(value) => t(`bell.${value}`)} />
            </Card>
          </Section>
          {kinds && <Kinds space={space} />}
          <Section id="links" title={t('form.links')} text={t('form.linksHelp')}>
            <Links />
          </Section>
          <Search />
        </div>
      </div>
    </FormProvider>
  )
}

function MemberSort() {
  const t = useT()
  const { values, set } = useFormState()
  return (
    <Select
      aria-label={t('form.memberSort')}
      className="w-52"
      value={values.default_member_sort}
      onChange={(event) => set({ default_member_sort: event.target.value as SpaceValues['default_member_sort'] })}
      options={(['latest', 'oldest', 'alphabetical'] as const).map((value) => ({ value, label: t(`members.${value}`) }))}
    />
  )
}

function Access() {
  const t = useT()
  const { values, set } = useFormState()
  return (
    <Section id="access" title={t('form.access')}>
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
        <>
          <Flags names={FLAGS.lock} />
          <Card pad className="grid gap-4">
            <TextField name="locked_page_heading" label={t('form.lockedHeading')} max={200} placeholder={t('locked.title', { name: values.name || '…' })} />
            <TextField name="locked_page_description" label={t('form.lockedText')} max={2000} lines={3} />
            <div className="grid gap-4 desk:grid-cols-2">
              <TextField name="locked_button_label" label={t('form.lockedButton')} max={80} />
              <TextField name="locked_button_url" label={t('form.lockedUrl')} max={2000} placeholder="https://" />
            </div>
            <Blocks />
          </Card>
        </>
      )}
    </Section>
  )
}

function Look({ types }: { types: readonly KnownType[] }) {
  const t = useT()
  const label = useTabLabel()
  const { values, set } = useFormState()
  const offered = new Set(types.filter(({ key }) => values.types.includes(key)).flatMap(({ views }) => views))
  const views = DISPLAY_VIEWS.filter((view) => offered.has(view) || view === values.display_view)
  const chosen = types.filter(({ key }) => key !== 'members' && values.types.includes(key))
  const words = (tab: string) => label(chosen.find((type) => type.tabs.includes(tab))?.key ?? tab, tab)
  const tabs = [...new Set(chosen.flatMap((type) => type.tabs)), 'members']
  return (
    <Section id="look" title={t('form.look')}>
      <Card pad className="grid gap-4 desk:grid-cols-2">
        <ChoiceField name="display_view" label={t('form.view')} help={t('form.viewHelp')} options={views} words={(value) => t(`view.${value}`)} />
        <ChoiceField name="default_sort" label={t('form.sort')} options={POST_SORTS} words={(value) => t(`sort.${value}`)} />
        <ChoiceField name="default_comment_sort" label={t('form.commentSort')} options={['oldest', 'latest']} words={(value) => t(`members.${value}`)} />
        <ChoiceField name="default_tab" label={t('form.defaultTab')} options={tabs} words={words} />
        <TextField name="pinned_posts_label" label={t('form.pinned')} max={60} placeholder={t('form.pinnedPlaceholder')} />
      </Card>
      <Flags names={FLAGS.layout}>
        {tabs.map((tab) => (
          <SettingRow
            key={tab}
            title={t('form.tabShown', { name: words(tab) })}
            control={(aria) => (
              <Switch {...aria} checked={values.visible_tabs[tab] !== false} onChange={(on) => set({ visible_tabs: { ...values.visible_tabs, [tab]: on } })} />
            )}
          />
        ))}
      </Flags>
    </Section>
  )
}

function Welcome({ space }: { space: Space }) {
  const t = useT()
  const { values, set } = useFormState()
  return (
    <Section id="welcome" title={t('form.welcome')}>
      <Card>
        <SettingRow
          title={t('form.bannerOn')}
          text={t('form.bannerHelp')}
          control={(aria) => <Switch {...aria} checked={values.banner.enabled} onChange={(enabled) => set({ banner: { ...values.banner, enabled } })} />}
        />
      </Card>
      {values.banner.enabled && <WelcomeMore space={space} />}
    </Section>
  )
}

/** The fields that the chosen types bring. */
function Kinds({ space }: { space: Space }) {
  const t = useT()
  const { values, set, errors } = useFormState()
  const settings = {
    types: values.types,
    values: { ...space, ...values.type_options },
    onChange: (change: Record<string, unknown>) => set({ type_options: { ...values.type_options, ...change } }),
    errors,
  }
  return (
    <Section id="kinds" title={t('form.kinds')}>
      <Slot of={contract.slots['space.settings']} props={settings} />
    </Section>
  )
}

function Search() {
  const t = useT()
  const { values } = useFormState()
  return (
    <Section id="search" title={t('form.search')} text={t('form.searchHelp')}>
      <Card pad className="grid gap-4">
        <TextField name="meta_title" label={t('form.metaTitle')} max={120} placeholder={values.name} />
        <TextField name="meta_description" label={t('form.metaText')} max={300} lines={2} placeholder={values.description} />
        <TextField name="opengraph_title" label={t('form.ogTitle')} max={120} placeholder={values.meta_title || values.name} />
        <TextField name="opengraph_description" label={t('form.ogText')} max={300} lines={2} placeholder={values.meta_description || values.description} />
        <PictureLine name="opengraph_picture" label={t('form.ogPicture')} help={t('form.ogPictureHelp')} ratio={OPEN_GRAPH} width={1200} />
      </Card>
    </Section>
  )
}
