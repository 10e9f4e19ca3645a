/** The one stylesheet of the developers pages: quiet paper, one amber accent, light and dark. */

export const developersStyle = `
:root { color-scheme: light dark; --ink: #1f1b16; --quiet: #655d52; --paper: #fffdf9; --soft: #f6f1e9; --line: #e3dbcf;
  --link: #8a4a04; --mark: #fff1d6; --code: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ebe5dc; --quiet: #a89f92; --paper: #171410; --soft: #211d18; --line: #3a342c; --link: #f0b45e; --mark: #33260f; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 1rem/1.6 system-ui, sans-serif; }
a { color: var(--link); text-underline-offset: .15em; text-decoration-thickness: 1px; }
a:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .4rem .8rem; background: var(--paper); z-index: 1; }

.frame { max-width: 78rem; margin: 0 auto; padding: 0 1rem; }
.site { padding: .8rem 0; border-bottom: 1px solid var(--line); font-size: .9rem; line-height: 1.45; }
.site .name { display: inline-block; font-weight: 650; color: inherit; text-decoration: none; }
.site ul { display: flex; flex-wrap: wrap; gap: 0 .9rem; margin: .2rem 0 0; padding: 0; list-style: none; }
.site li { margin: 0; }
.site li ul { display: none; }
.site .group { display: none; }
.site a { display: inline-block; padding: .15rem 0; color: var(--quiet); text-decoration: none; }
.site a:hover { text-decoration: underline; }
.site a[aria-current] { color: var(--link); font-weight: 600; }
main { min-width: 0; padding: 1rem 0 4rem; }
footer { padding: 1rem 0 3rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .9rem; }

h1, h2, h3 { line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
h1 { margin: .6rem 0 .8rem; font-size: 1.75rem; letter-spacing: -.01em; }
h2 { margin: 2.6rem 0 .6rem; font-size: 1.25rem; }
h3 { margin: 2rem 0 .4rem; font-size: 1.02rem; }
p, ul, ol { margin: .6rem 0; }
main p, main li { max-width: 46rem; }
main ul, main ol { padding-left: 1.3rem; }
li { margin: .25rem 0; }
.lead { color: var(--quiet); }

code, pre { font-family: var(--code); font-size: .875em; }
code { padding: .1em .3em; background: var(--soft); border-radius: .25rem; overflow-wrap: anywhere; }
pre { margin: .8rem 0 1rem; padding: .8rem 1rem; overflow-x: auto; line-height: 1.5; background: var(--soft);
  border: 1px solid var(--line); border-radius: .4rem; }
pre code { padding: 0; background: none; font-size: 1em; overflow-wrap: normal; }
pre:has(+ .answer) { margin-bottom: 0; border-radius: .4rem .4rem 0 0; }
pre.answer { margin-top: 0; border-top-style: dashed; border-radius: 0 0 .4rem .4rem; background: none; color: var(--quiet); }

.wide { margin: .8rem 0 1.2rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
th { color: var(--quiet); font-weight: 600; }
th, td { text-align: left; vertical-align: top; padding: .4rem 1.2rem .4rem 0; border-bottom: 1px solid var(--line); }
td { min-width: 5rem; }
td:first-child { white-space: nowrap; }
td:first-child code { overflow-wrap: normal; }

article { padding: .1rem 0 .9rem; border-bottom: 1px solid var(--line); }
article h3 { margin: .9rem 0 .2rem; }
article h3 a { text-decoration: none; }
article p, article ul { margin: .3rem 0; }
article:target, h2:target, h3:target { background: var(--mark); box-shadow: 0 0 0 .4rem var(--mark); border-radius: 1px; }
.status { margin-left: .3rem; color: var(--quiet); font-weight: 400; font-variant-numeric: tabular-nums; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .2rem 1.5rem; padding: 0;
  list-style: none; }
main ul.cards { padding: 0; }

@media (min-width: 62rem) {
  .frame.sided { display: grid; grid-template-columns: 13.5rem minmax(0, 1fr); column-gap: 3rem; }
  .sided .site { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.6rem 0; border: 0; }
  .sided .site ul { display: block; margin: .2rem 0 1rem; }
  .sided .site .group { display: block; margin: 1.2rem 0 .2rem; font-size: .8rem; font-weight: 600; color: var(--quiet); }
  .sided .site li ul { display: block; margin: 0 0 .4rem .8rem; font-size: .94em; }
  .sided footer { grid-column: 2; }
}
@media print { .site, .skip { display: none; } pre { white-space: pre-wrap; } }

.search input, .try input, .try textarea { width: 100%; padding: .35rem .6rem; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--quiet); border-radius: .35rem; }
.try textarea { font-family: var(--code); font-size: .875rem; }
.search { max-width: 22rem; margin: .4rem 0; }
.site .hits { display: block; margin: .2rem 0; padding: 0; }
.site .hits span { color: var(--quiet); font-size: .85em; overflow-wrap: anywhere; }
.copy, .try button { min-height: 1.9rem; padding: .15rem .7rem; font: inherit; font-size: .85rem; color: var(--link); background: var(--soft);
  border: 1px solid var(--quiet); border-radius: .35rem; cursor: pointer; }
.copy { float: right; margin: .35rem .35rem 0 0; position: relative; }
details > summary { width: fit-content; min-height: 1.6rem; color: var(--link); cursor: pointer; }
.try { display: grid; grid-template-columns: minmax(0, 1fr); gap: .6rem; max-width: 46rem; margin: .6rem 0 1.2rem; padding: 1rem; background: var(--soft);
  border: 1px solid var(--line); border-radius: .5rem; }
.try label { display: grid; gap: .2rem; font-size: .9rem; }
.try > button { justify-self: start; }
.try pre { background: var(--paper); max-height: 24rem; overflow: auto; }
.try [role="tab"][aria-selected="true"] { font-weight: 650; border-color: var(--link); }
.try [role="tablist"] { display: flex; flex-wrap: wrap; gap: .4rem; }
input:focus-visible, textarea:focus-visible, button:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (pointer: coarse) { .copy, .try button, details > summary { min-height: 2.75rem; } }
`
