/** The templates themselves; each text in English and Portuguese. */
import type { Template } from '../../../contract.ts'

type Both = [en: string, pt: string]
interface Source {
  id: Template['id']
  icon: string
  name: Both
  description: Both
  groups: { name: Both; spaces: [emoji: string, ...Both][] }[]
}

/** Of the space where newcomers introduce themselves. */
export const GREETING = '👋'
export const start: Source['groups'][number] = {
  name: ['Start here', 'Comece aqui'],
  spaces: [
    ['📣', 'Announcements', 'Avisos'],
    [GREETING, 'Introductions', 'Apresentações'],
  ],
}

export const templates: Source[] = [
  {
    id: 'creators',
    icon: 'sparkles',
    name: ['Creator and audience', 'Criador e público'],
    description: ['Your work, the people who follow it, and what they make of it.', 'O seu trabalho, quem o acompanha e o que fazem com ele.'],
    groups: [
      start,
      {
        name: ['Together', 'Juntos'],
        spaces: [
          ['🎬', 'Behind the scenes', 'Bastidores'],
          ['💬', 'Ask me anything', 'Pergunte o que quiser'],
          ['🌟', 'Made by members', 'Feito pelos membros'],
        ],
      },
    ],
  },
  {
    id: 'learning',
    icon: 'graduation-cap',
    name: ['Learning together', 'Aprender juntos'],
    description: ['A class or a cohort: material, questions, and progress to show.', 'Uma turma: material, dúvidas e progresso para mostrar.'],
    groups: [
      start,
      {
        name: ['The class', 'A turma'],
        spaces: [
          ['📚', 'Material', 'Materiais'],
          ['❓', 'Questions', 'Dúvidas'],
          ['✅', 'Homework', 'Tarefas'],
          ['🏆', 'Wins', 'Conquistas'],
        ],
      },
    ],
  },
  {
    id: 'customers',
    icon: 'life-buoy',
    name: ['Customers and product', 'Clientes e produto'],
    description: ['Help for each other, news, and wishes for what comes next.', 'Ajuda entre clientes, novidades e pedidos para o que vem.'],
    groups: [
      start,
      {
        name: ['The product', 'O produto'],
        spaces: [
          ['🛟', 'Help', 'Ajuda'],
          ['💡', 'Ideas', 'Ideias'],
          ['🚀', 'What is new', 'Novidades'],
          ['🧰', 'Tips and tricks', 'Dicas e truques'],
        ],
      },
    ],
  },
  {
    id: 'profession',
    icon: 'briefcase',
    name: ['Profession', 'Profissão'],
    description: ['Colleagues across companies: practice, jobs, and a second opinion.', 'Colegas de várias empresas: prática, vagas e uma segunda opinião.'],
    groups: [
      start,
      {
        name: ['The trade', 'O ofício'],
        spaces: [
          ['🧠', 'Practice', 'Prática'],
          ['🔎', 'Second opinion', 'Segunda opinião'],
          ['💼', 'Jobs', 'Vagas'],
          ['📰', 'Reading', 'Leituras'],
        ],
      },
    ],
  },
  {
    id: 'hobby',
    icon: 'heart',
    name: ['Hobby', 'Passatempo'],
    description: ['People who like the same thing: show, ask, swap.', 'Gente que gosta da mesma coisa: mostrar, perguntar, trocar.'],
    groups: [
      start,
      {
        name: ['The fun part', 'A parte divertida'],
        spaces: [
          ['📸', 'Show and tell', 'Mostre o seu'],
          ['❓', 'Questions', 'Perguntas'],
          ['🔁', 'Swap and sell', 'Trocas e vendas'],
          ['🗓️', 'Meet-ups', 'Encontros'],
        ],
      },
    ],
  },
  {
    id: 'neighbours',
    icon: 'map-pin',
    name: ['Neighborhood or club', 'Bairro ou clube'],
    description: ['A place and its people: notices, help, and dates.', 'Um lugar e sua gente: recados, ajuda e datas.'],
    groups: [
      start,
      {
        name: ['Around here', 'Por aqui'],
        spaces: [
          ['📌', 'Notice board', 'Mural'],
          ['🤝', 'Lend and help', 'Empréstimos e ajuda'],
          ['🗓️', 'Dates', 'Datas'],
        ],
      },
    ],
  },
  {
    id: 'blank',
    icon: 'square',
    name: ['Empty', 'Vazio'],
    description: ['No spaces. You build it all yourself.', 'Sem espaços. Você monta tudo.'],
    groups: [],
  },
]
