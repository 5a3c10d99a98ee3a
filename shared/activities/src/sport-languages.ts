/**
 * How applications of other languages name sports, for each sport in FIT's spelling: without accents, words joined by '_'.
 * Words that are a different sport in two languages (Dutch `lopen`) or an everyday word of English (`trail`) are left out.
 */
const NAMES: readonly Readonly<Record<string, string>>[] = [
  // German.
  {
    running: 'laufen lauf joggen dauerlauf',
    'running/trail': 'trailrunning traillauf gelandelauf',
    'running/treadmill': 'laufband',
    'running/track': 'bahnlauf',
    cycling: 'radfahren fahrradfahren fahrrad rad radtour radsport',
    'cycling/road': 'rennrad rennradfahren',
    'cycling/mountain': 'mountainbiken mountainbike',
    'cycling/gravel_cycling': 'gravelbike',
    'cycling/indoor_cycling': 'ergometer heimtrainer',
    e_biking: 'e_bike_fahren elektrofahrrad',
    hiking: 'wandern wanderung bergwandern',
    mountaineering: 'bergsteigen',
    walking: 'gehen spazieren spazierengehen spaziergang',
    'walking/speed_walking': 'walken',
    swimming: 'schwimmen',
    'swimming/lap_swimming': 'bahnenschwimmen beckenschwimmen schwimmbad',
    'swimming/open_water': 'freiwasserschwimmen',
    alpine_skiing: 'skifahren ski_alpin',
    cross_country_skiing: 'langlauf skilanglauf',
    'alpine_skiing/backcountry': 'skitour skitouren skitourengehen',
    snowshoeing: 'schneeschuhwandern',
    snowboarding: 'snowboarden',
    ice_skating: 'eislaufen schlittschuhlaufen',
    inline_skating: 'inlineskaten inliner',
    rowing: 'rudern',
    'fitness_equipment/indoor_rowing': 'rudergerat',
    'fitness_equipment/elliptical': 'crosstrainer',
    'training/strength_training': 'krafttraining',
    rock_climbing: 'klettern',
    'rock_climbing/bouldering': 'bouldern',
    horseback_riding: 'reiten',
    sailing: 'segeln',
    dance: 'tanzen',
    soccer: 'fussball',
  },
  // French.
  {
    running: 'course course_a_pied footing',
    'running/treadmill': 'tapis_de_course',
    cycling: 'velo cyclisme',
    'cycling/road': 'velo_de_route cyclisme_sur_route',
    'cycling/mountain': 'vtt velo_tout_terrain',
    e_biking: 'velo_electrique vae',
    'cycling/indoor_cycling': 'velo_d_appartement velo_d_interieur',
    hiking: 'randonnee randonnee_pedestre',
    walking: 'marche marche_a_pied promenade',
    'walking/nordic': 'marche_nordique',
    'walking/speed_walking': 'marche_rapide marche_sportive',
    swimming: 'natation nage',
    'swimming/lap_swimming': 'natation_en_piscine',
    'swimming/open_water': 'nage_en_eau_libre natation_en_eau_libre',
    cross_country_skiing: 'ski_de_fond',
    'alpine_skiing/backcountry': 'ski_de_randonnee',
    snowshoeing: 'raquettes raquettes_a_neige',
    ice_skating: 'patinage',
    inline_skating: 'roller',
    rowing: 'aviron',
    'fitness_equipment/indoor_rowing': 'rameur',
    'training/strength_training': 'musculation',
    rock_climbing: 'escalade',
    mountaineering: 'alpinisme',
    horseback_riding: 'equitation',
    sailing: 'voile',
    dance: 'danse',
  },
  // Spanish.
  {
    running: 'correr carrera carrera_a_pie',
    'running/trail': 'carrera_de_montana',
    'running/treadmill': 'cinta_de_correr',
    cycling: 'ciclismo bicicleta',
    'cycling/road': 'ciclismo_de_carretera',
    'cycling/mountain': 'ciclismo_de_montana bicicleta_de_montana',
    'cycling/indoor_cycling': 'bicicleta_estatica ciclismo_indoor',
    hiking: 'senderismo excursionismo',
    walking: 'caminar caminata andar',
    'walking/nordic': 'marcha_nordica',
    swimming: 'natacion nadar',
    'swimming/open_water': 'aguas_abiertas natacion_en_aguas_abiertas',
    alpine_skiing: 'esqui esqui_alpino',
    cross_country_skiing: 'esqui_de_fondo',
    'alpine_skiing/backcountry': 'esqui_de_travesia',
    snowshoeing: 'raquetas_de_nieve',
    ice_skating: 'patinaje_sobre_hielo',
    inline_skating: 'patinaje',
    rowing: 'remo',
    'training/strength_training': 'entrenamiento_de_fuerza',
    rock_climbing: 'escalada',
    mountaineering: 'montanismo',
    soccer: 'futbol',
    dance: 'baile',
  },
  // Italian.
  {
    running: 'corsa correre',
    'running/treadmill': 'tapis_roulant',
    'running/trail': 'corsa_in_montagna',
    cycling: 'bici bicicletta',
    'cycling/road': 'bici_da_corsa',
    e_biking: 'bici_elettrica',
    hiking: 'escursionismo escursione',
    walking: 'camminata camminare passeggiata',
    'walking/nordic': 'camminata_nordica',
    swimming: 'nuoto nuotare',
    'swimming/lap_swimming': 'nuoto_in_piscina',
    'swimming/open_water': 'acque_libere nuoto_in_acque_libere',
    alpine_skiing: 'sci sci_alpino',
    cross_country_skiing: 'sci_di_fondo',
    'alpine_skiing/backcountry': 'sci_alpinismo scialpinismo',
    snowshoeing: 'ciaspole',
    inline_skating: 'pattinaggio',
    ice_skating: 'pattinaggio_su_ghiaccio',
    rowing: 'canottaggio',
    rock_climbing: 'arrampicata',
    mountaineering: 'alpinismo',
    sailing: 'vela',
    soccer: 'calcio',
    dance: 'danza',
  },
  // Dutch.
  {
    running: 'hardlopen rennen',
    'running/treadmill': 'loopband',
    cycling: 'fietsen fiets',
    'cycling/road': 'wielrennen racefiets',
    e_biking: 'elektrische_fiets',
    'cycling/indoor_cycling': 'hometrainer',
    walking: 'wandelen wandeling',
    'walking/speed_walking': 'snelwandelen',
    swimming: 'zwemmen',
    'swimming/open_water': 'openwaterzwemmen zwemmen_in_open_water',
    alpine_skiing: 'skien',
    cross_country_skiing: 'langlaufen',
    snowshoeing: 'sneeuwschoenwandelen',
    ice_skating: 'schaatsen',
    rowing: 'roeien',
    rock_climbing: 'klimmen',
    horseback_riding: 'paardrijden',
    sailing: 'zeilen',
    dance: 'dansen',
    soccer: 'voetbal',
  },
];

const SPORTS = new Map(
  NAMES.flatMap((language) =>
    Object.entries(language).flatMap(([sport, names]) =>
      names.split(' ').map((name) => [name, sport] as const),
    ),
  ),
);

/** 'Trail Run', 'trail-run' and 'TrailRun' become 'trail_run', 'Course à pied' 'course_a_pied'. */
export const sportWords = (text: string | number | null | undefined): string =>
  String(text ?? '')
    .trim()
    .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, '_')
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/gu, '_');

/** FIT's 'sport' or 'sport/sub_sport' for a word of German, French, Spanish, Italian or Dutch; undefined for others. */
export const sportInOtherLanguage = (text: string | null | undefined): string | undefined =>
  SPORTS.get(sportWords(text));
