/** A form of settings with a field of every kind, on the page of the kit. Nothing takes it. */
import { type FormField, type Route, SettingsForm } from '@atrium/sdk/web'
import { Part } from './Part.tsx'

const FIELDS: FormField[] = [
  { key: 'switch', kind: 'switch' },
  { key: 'choice', kind: 'choice', options: ['list', 'grid'] },
  { key: 'number', kind: 'number', whole: true, least: 1, most: 50, unit: 'megabytes' },
  { key: 'text', kind: 'text', longest: 80 },
  { key: 'lines', kind: 'text', longest: 400, as: 'lines' },
  { key: 'colour', kind: 'colour' },
  { key: 'picture', kind: 'picture', ratio: 3.2, nullable: true },
  { key: 'choices', kind: 'choices', options: ['Monday', 'Tuesday', 'Wednesday'], most: 2 },
  { key: 'list', kind: 'list', item: { key: '', kind: 'text', longest: 30 }, most: 3 },
  {
    key: 'links',
    kind: 'list',
    most: 3,
    item: {
      key: '',
      kind: 'group',
      fields: [
        { key: 'label', kind: 'text', longest: 40 },
        { key: 'url', kind: 'text', as: 'address' },
      ],
    },
  },
]
const SAVED = {
  switch: true,
  choice: 'grid',
  number: 12,
  text: 'Clay & Fire',
  lines: '',
  colour: '#506cf0',
  picture: null,
  picture_url: null,
  choices: ['Tuesday'],
  list: ['Celadon'],
  links: [{ label: 'Shop', url: 'https://shop.example' }],
}
const nowhere = { plugin: 'shell', name: 'nowhere', method: 'PATCH', path: '/internal_api/nowhere', options: {} } as unknown as Route

export const Settings = () => (
  <Part title="Settings">
    <SettingsForm saved={SAVED} save={nowhere} fields={FIELDS} words="kit" />
  </Part>
)
