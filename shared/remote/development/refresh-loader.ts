import type { LoaderContext } from 'webpack';

// On the first line, so that the lines of the source stay where they are.
const BEFORE =
  'const $RefreshReg$=(type,id)=>window.waymark?.development?.register(type,__webpack_module__.id+" "+id),' +
  '$RefreshSig$=()=>window.waymark?.development?.createSignature()??((type)=>type);';
const AFTER =
  '\nif(import.meta.webpackHot)window.waymark?.development?.accept({id:__webpack_module__.id,exports:__webpack_exports__,hot:import.meta.webpackHot});';

/** Ties a module with React components to the page, so that they can be exchanged while they are shown. */
function refreshLoader(this: LoaderContext<object>, code: string, map?: string): void {
  this.callback(null, code.includes('$RefreshReg$(') ? BEFORE + code + AFTER : code, map);
}

export default refreshLoader;
