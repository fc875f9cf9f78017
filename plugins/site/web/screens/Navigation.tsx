/** `/settings/navigation`: the menus of pages, of the sidebar and of phones, each as a tree beside what it becomes. */
import {
  Card,
  Field,
  Form,
  Note,
  SaveBar,
  SettingRow,
  SettingsPage,
  Switch,
  Tabs,
  Textarea,
  useEdits,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useMemo, useState } from 'react'
import contract, { MENUS, type Navigation as Saved, type NavItem } from '../../contract.ts'
import { MenuEditor } from '../components/navigation/MenuEditor.tsx'
import { MenuLook } from '../components/navigation/MenuLook.tsx'
import { PartField } from '../components/navigation/PartField.tsx'
import { draftOf, type Menu, type NavigationDraft } from '../components/navigation/menus.ts'
import { useTargets } from '../components/navigation/useTargets.ts'
import { useFonts } from '../components/themes/useFonts.ts'

const { routes } = contract

export default function Navigation() {
  const t = useT()
  const query = useRead(routes.navigation)
  return (
    <SettingsPage name="site/Navigation" title={t('admin.navigation')} text={t('nav.text')} who="site.manage" query={query} height={520} wide>
      {(saved) => <Edited saved={saved} />}
    </SettingsPage>
  )
}

function Edited({ saved }: { saved: Saved }) {
  const t = useT()
  const [menu, setMenu] = useState<Menu>('header')
  const { community } = useSession()
  const targets = useTargets()
  useFonts()
  const themes = useRead(routes.themes, { query: { per_page: 100 } })
  const write = useWrite(routes.saveNavigation, { invalidates: [routes.navigation, routes.menus] })
  const draft = useMemo(() => draftOf(saved), [saved])
  const { value, set, errors, form, bar } = useEdits<NavigationDraft>(
    draft,
    (changes, version) => write.mutateAsync({ body: { navigation: { ...changes, version } } }),
    {
      version: saved.version,
      fieldsOf: draftOf,
      label: (field) => t(`nav.field_${field}`),
      words: (_, one) => (Array.isArray(one) ? (one as NavItem[]).map(({ label }) => label).join(', ') : null),
    },
  )
  const wrong = MENUS.filter((one) => Object.keys(errors).some((field) => field.startsWith(`navigation.${one}.`)))
  return (
    <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,1fr)_minmax(0,480px)]">
      <Form {...form} className="grid min-w-0 gap-4">
        <Tabs
          label={t('nav.menus')}
          current={menu}
          items={MENUS.map((key) => ({ key, label: t(`nav.menu_${key}`), count: value[key].length, onSelect: () => setMenu(key) }))}
        />
        <p className="text-13 text-text-2">{t(`nav.about_${menu}`)}</p>
        {wrong.length > 0 && !wrong.includes(menu) && <Note tone="danger">{t('nav.wrong_in', { menu: t(`nav.menu_${wrong[0]}`) })}</Note>}
        <MenuEditor key={menu} menu={menu} items={value[menu]} targets={targets} errors={errors} onChange={(items) => set({ [menu]: items })} />
        {menu === 'header' && (
          <Card>
            <div className="grid gap-4 px-4 py-4 desk:grid-cols-2 desk:px-5">
              {(['announcement', 'header'] as const).map((part) => (
                <PartField
                  key={part}
                  part={part}
                  value={value[`${part}_block`]}
                  standard={t(part === 'header' ? 'nav.part_header' : 'nav.part_none')}
                  help={t(`nav.${part}_block_help`)}
                  error={errors[`navigation.${part}_block`]}
                  onChange={(chosen) => set({ [`${part}_block`]: chosen })}
                />
              ))}
            </div>
            <SettingRow
              title={t('nav.field_shows_sign_in')}
              text={t('nav.shows_sign_in_text')}
              control={(aria) => <Switch {...aria} checked={value.shows_sign_in} onChange={(shows_sign_in) => set({ shows_sign_in })} />}
            />
          </Card>
        )}
        {menu === 'footer' && (
          <Card pad className="grid gap-4">
            <PartField
              part="footer"
              value={value.footer_block}
              standard={t('nav.part_footer')}
              help={t('nav.footer_block_help')}
              error={errors['navigation.footer_block']}
              onChange={(footer_block) => set({ footer_block })}
            />
            <Field label={t('nav.field_footer_text')} error={errors['navigation.footer_text']}>
              <Textarea
                rows={2}
                value={value.footer_text}
                maxLength={500}
                placeholder={`© ${new Date().getFullYear()} ${community.name}`}
                onChange={(event) => set({ footer_text: event.target.value })}
              />
            </Field>
          </Card>
        )}
        <SaveBar {...bar} />
      </Form>
      <div className="min-w-0 desk:sticky desk:top-4">
        <MenuLook menu={menu} draft={value} theme={themes.data?.records.find(({ is_default }) => is_default)} />
      </div>
    </div>
  )
}
