import type { words as en } from '../en/sign-in.ts'

export const words: typeof en = {
  title: 'Přihlášení',
  titleTo: account => `Přihlášení: ${account}`,
  email: 'E-mail',
  password: 'Heslo',
  signIn: 'Přihlásit',
  passkey: 'Použít přístupový klíč',
  forgotten: 'Zapomenuté heslo',
  byLink: 'Otevřeli jste jednorázový odkaz. Platí jednou a spotřebuje ho jen toto tlačítko.',
  usedLink: 'Odkaz už byl použit, nebo je příliš starý. Požádejte o nový, nebo se přihlaste heslem.',
  wrong: 'E-mail nebo heslo nesouhlasí.',
  signedOut: 'Jste odhlášeni.',
  choose: 'Vyberte účet',
  noAccount: 'Nepatříte do žádného účtu.',
  newLink: 'Správce vytiskne nový odkaz příkazem: npx cellarbook tenant sign-in SLUG',
  codeTitle: 'Druhý krok',
  code: 'Kód',
  codeHint: 'Z ověřovací aplikace, nebo záložní kód.',
  next: 'Pokračovat',
}
