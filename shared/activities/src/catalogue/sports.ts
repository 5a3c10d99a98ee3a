import { family } from './build.ts';

/** Sports with teams, racquets, boards and boats, on rock and in the air. */
export const sports = [
  ...family(
    { base: 2000, parentId: 21 },
    `Soccer 7; American Football 8; Rugby 8.3; Volleyball 4; Cricket 4.8; Field Hockey 7.8; Lacrosse 8
    Handball 8; Futsal 8; Beach Soccer 8.5; Beach Volleyball 8; Sitting Volleyball 3.5; Flag Football 6
    Touch Football 6.5; Touch Rugby 7; Rugby Sevens 9; Wheelchair Rugby 6; Australian Football 8
    Gaelic Football 8; Hurling 8; Camogie 7.5; Netball 6.5; Korfball 6.5; Ultimate 8; Dodgeball 5; Kickball 7
    Water Polo 10; Underwater Hockey 8.5; Underwater Rugby 9; Canoe Polo 8; Roller Hockey 8; Roller Derby 8
    Floorball 8; Bandy 8; Ball Hockey 7.5; Polo 8; Quadball 7; Kabaddi 7.5; Sepak Takraw 7; Tchoukball 6
    Fistball 6; Rounders 5; Pesapallo 6; Tug of War 8; Cheerleading 6; Footvolley 7.5`,
  ),
  ...family(
    { base: 2100, parentId: 21 },
    `Tennis 7.3; Racquet Sport 7; Badminton 5.5; Table Tennis 4; Squash 7.3; Racquetball 7; Pickleball 5
    Padel 6; Tennis Doubles 6; Wheelchair Tennis 5.5; Beach Tennis 7; Platform Tennis 6; Paddle Tennis 6
    Real Tennis 7; Soft Tennis 7; Squash Doubles 6.5; Racketlon 6.5; Crossminton 7; Wall Ball 6.5
    Basque Pelota 8`,
  ),
  ...family(
    { base: 2200, parentId: 21 },
    `Rowing 7; Kayaking 5; Canoeing 5.5; Stand Up Paddling 6; Surfing 5; Sailing 3; Windsurfing 5
    Kitesurfing 8; Wakeboarding 6; Water Skiing 6; Rafting 5; Scuba Diving 7; Snorkeling 5; Boating 2.5
    Wakesurfing 5; Coastal Rowing 7; Coxed Rowing 8; Sculling 8; Sea Kayaking 6; Whitewater Kayaking 7
    Surf Ski 8; Outrigger Canoe 7; Dragon Boat 8; Canoe Slalom 8; Canoe Sprint 11; Kayak Fishing 3.5
    Pedal Kayaking 5; Packrafting 5.5; Bodyboarding 4.5; Bodysurfing 5; Big Wave Surfing 7
    Longboard Surfing 5; Indoor Surfing 5; Wing Foiling 7; Foil Surfing 6.5; Parasailing 2; Skimboarding 5
    Kneeboarding 5.5; Tubing 2.5; Barefoot Water Skiing 7; Cable Wakeboarding 6; Dinghy Sailing 4.5
    Yacht Racing 4; Catamaran Sailing 4; Free Diving 6.5; Spearfishing 6; Springboard Diving 3`,
  ),
  ...family(
    { base: 2300, parentId: 21 },
    `Rock Climbing 7.5; Bouldering 8; Indoor Climbing 7; Inline Skating 9.8; Horse Riding 5.5; Fishing 3
    Hunting 5; Hang Gliding 3.5; Skydiving 3.5; Sport Climbing 8; Trad Climbing 7.3; Top Rope Climbing 6.5
    Lead Climbing 8; Speed Climbing 10; Free Solo Climbing 7.5; Ice Climbing 8; Abseiling 5; Tree Climbing 6
    Slacklining 4; Parkour 8; Skateboarding 5; Longboarding 5; Roller Skating 7; Inline Speed Skating 12
    Aggressive Inline Skating 8; Freestyle Scooter 6; Mountainboarding 6; Land Sailing 3; Kite Buggying 4
    Landboard Kiting 5.5; Sandboarding 5; Dressage 6; Show Jumping 9; Eventing 8; Horse Vaulting 6
    Endurance Riding 6; Trail Riding 4; Trotting 5.8; Galloping 7.3; Carriage Driving 3; Rodeo 6
    Mounted Games 7; Fly Fishing 4.5; Ice Fishing 2.5; Surf Fishing 3.5; Deep Sea Fishing 3.5; Bow Hunting 3
    Paragliding 3; Speed Flying 4; Base Jumping 3.5; Wingsuit Flying 3.5; Indoor Skydiving 4.5; Caving 5.5
    Cave Diving 7; Dog Agility 5; Canicross 9; Bikejoring 8; Kite Flying 3; Zip Lining 3.5`,
  ),
  ...family(
    { base: 2400, parentId: 21 },
    `Disc Golf 3.5; Archery 4.3; Field Archery 4.5; Target Shooting 2.5; Clay Shooting 3
    Practical Shooting 3.5; Darts 2.5; Billiards 2.5; Snooker 2.5; Bowling 3.8; Nine-Pin Bowling 3.5
    Lawn Bowls 3.3; Bocce 3; Petanque 3; Croquet 3.3; Horseshoes 3; Shuffleboard 3; Cornhole 3; Mölkky 3
    Axe Throwing 3.5; Frisbee 3; Foosball 2.5; Track and Field 6; Shot Put 4; Discus Throw 4; Javelin Throw 6
    Hammer Throw 4; High Jump 6; Long Jump 6; Pole Vault 6; Triple Jump 6; Hurdles 10; Steeplechase 10
    Decathlon 6.5; Heptathlon 6.5; Highland Games 6.5; Strongman 8; Artistic Gymnastics 4.5
    Rhythmic Gymnastics 4; Acrobatic Gymnastics 4.5; Trampolining 4.5; Tumbling 5; Olympic Weightlifting 6
    Powerlifting 6; Bodybuilding 5; Arm Wrestling 4`,
  ),
  ...family(
    { base: 2500, parentId: 145 },
    `Golf with Cart 3.5; Golf Carrying Clubs 4.3; Golf Pulling Clubs 5.3; Driving Range 3; Mini Golf 3
    Speed Golf 7.5; Golf Simulator 3; Par-3 Golf 4; Putting Practice 2.5; Footgolf 4.5`,
  ),
  ...family(
    { base: 2520, parentId: 259 },
    `Basketball Game 8; Shooting Baskets 4.5; 3x3 Basketball 8; Wheelchair Basketball 7.8
    Basketball Drills 9.3; Basketball Refereeing 7; Streetball 7.5; Dunk Practice 7; Beach Basketball 7`,
  ),
  ...family(
    { base: 2540, parentId: 134 },
    `Softball 5; Batting Practice 4.5; Pitching 6; Fielding Practice 4.5; Tee-Ball 4; Wiffle Ball 4
    Stickball 5; Catching Practice 3; Baseball Umpiring 4; Baserunning Drills 8; Slow-Pitch Softball 4.5`,
  ),
  ...family(
    { base: 1600, parentId: 10 },
    `Cross-Country Ski 9; Skate Ski 10.5; Snowboard 5.3; Snowshoe 6.5; Ice Skate 5.5; Snowmobile 3.5
    Classic Ski 9; Biathlon 10; Ice Hockey 8; Figure Skating 7; Speed Skating 13.3; Short Track Skating 12
    Curling 4; Luge 7; Bobsled 7; Skeleton 7; Sledding 7; Tobogganing 6.5; Dog Sledding 5; Skijoring 9
    Snowkiting 6; Broomball 7; Ice Dance 7; Synchronized Skating 7; Nordic Skating 7.5; Snow Tubing 3
    Ringette 8; Para Ice Hockey 7; Ice Stock 3.5; Snow Volleyball 6.5`,
  ),
  ...family(
    { base: 1650, parentId: 13 },
    `Backcountry Ski 9; Ski Mountaineering 11; Telemark Ski 8; Freestyle Ski 7; Mogul Ski 8; Ski Jump 7
    Slalom Ski 8; Giant Slalom Ski 8; Downhill Ski Race 8; Freeride Ski 7.5; Ski Cross 8; Adaptive Sit Ski 6
    Indoor Ski 6; Heli Ski 7; Grass Ski 6; Nordic Combined 9; Speed Ski 7; Ski Lesson 5`,
  ),
];
