/** Tags, contacts and notes of the demo. */

export const tags = [
  { key: 'mentor', name: 'Mentor', color: '#dcebff', text_color: '#1d3f72', emoji: '🧑‍🏫', who: ['marit', 'nell', 'hana', 'yusuf', 'ruth'] },
  { key: 'kiln', name: 'Kiln keeper', color: '#ffe3d3', text_color: '#7a2e0b', emoji: '🔥', who: ['saoirse', 'henrik', 'kenji'] },
  { key: 'apprentice', name: 'Apprentice', color: '#e3f4e3', text_color: '#1f5426', emoji: null, who: ['jonas', 'lukas', 'wren', 'mateo'] },
  { key: 'market', name: 'Market team', color: '#f3e5fb', text_color: '#5a2475', emoji: '🛍️', who: ['priya', 'callum', 'bea', 'ines'] },
  { key: 'new', name: 'New here', color: '#fff3c4', text_color: '#6b4e00', emoji: '🌱', who: [] },
  { key: 'call', name: 'Call back', color: '#dee1e5', text_color: '#1c1e21', emoji: null, is_public: false, who: ['adaeze', 'siobhan'] },
]

/** Name, town, and a tag where there is one. */
export const contacts: readonly (readonly [name: string, town: string, tag?: string])[] = [
  ['Anneke Visser', 'Delft'],
  ['Bruno Calder', 'Leith', 'market'],
  ['Carmen Ortega', 'Talavera'],
  ['Dilys Pugh', 'Machynlleth'],
  ['Elif Aydin', 'Kütahya'],
  ['Fintan Doyle', 'Kilkenny', 'market'],
  ['Greta Lindqvist', 'Gustavsberg'],
  ['Hamish Baird', 'Crail'],
  ['Ikram Haddad', 'Fez'],
  ['Joana Pires', 'Caldas da Rainha'],
  ['Kaito Mori', 'Mashiko'],
  ['Lotte Jansen', 'Tegelen'],
  ['Milo Ferrari', 'Faenza'],
  ['Nadia Petrova', 'Gzhel'],
  ['Oona Virtanen', 'Fiskars', 'market'],
  ['Pascal Girard', 'Vallauris'],
  ['Quentin Leroy', 'La Borne', 'kiln'],
  ['Rosa Medina', 'Oaxaca'],
  ['Sigrid Aas', 'Porsgrunn'],
  ['Thandi Nkosi', 'Rorke’s Drift'],
  ['Ulrike Sommer', 'Höhr'],
  ['Vera Kolar', 'Kostelec'],
  ['Walter Quinn', 'St Ives'],
  ['Ximena Rojas', 'Pomaire'],
  ['Yara Campos', 'Cunha', 'kiln'],
  ['Zoltan Varga', 'Hódmezővásárhely'],
  ['Aoife Brennan', 'Thomastown'],
  ['Bastien Moreau', 'Dieulefit'],
  ['Chiara Greco', 'Grottaglie'],
  ['Dorte Holm', 'Sorring'],
]

export const notes: readonly (readonly [who: string, text: string])[] = [
  ['hana', 'Offered to teach the celadon evening in spring. Ask again in February about the date.'],
  ['jonas', 'On the learner’s price until the summer. Wants a wheel slot on Thursdays.'],
  ['saoirse', 'Has the key of the wood kiln and keeps the firing book.'],
  ['lukas', 'Payment was late twice; spoke on the phone, it is sorted.'],
]
