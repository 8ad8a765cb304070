/** Made-up people: no list of real persons behind it. None sorts before "Abernathy". */
export const LAST_NAMES: readonly string[] = [
  ..."Ackroyd Adeyemi Agarwal Ahmed Aldridge Allsop Appleby Ashworth Atkinson Bailey".split(" "),
  ..."Bannister Barlow Barrett Begum Bennett Bhatt Blackwood Boateng Booth Bradshaw".split(" "),
  ..."Brennan Broadbent Brookes Burgess Byrne Cadwallader Cameron Campbell Carr Chandra".split(" "),
  ..."Chaudhry Chen Clarke Coates Collins Cooper Cowley Crossley Cunningham Dacosta".split(" "),
  ..."Davies Dhillon Dixon Donnelly Douglas Driscoll Dunne Eastwood Edwards Ellis".split(" "),
  ..."Eze Fairclough Farouk Fielding Finch Fletcher Foster Frost Gallagher Garner".split(" "),
  ..."Ghosh Gibson Goddard Goldberg Graham Greaves Griffiths Gupta Haddad Hargreaves".split(" "),
  ..."Harrison Hassan Hayward Henderson Higgins Holloway Horvath Hughes Hussain Ibrahim".split(" "),
  ..."Ingham Iqbal Jackson Jankowski Jarvis Jenkins Johal Jones Joshi Kaplan".split(" "),
  ..."Kaur Kavanagh Kelly Kendall Khan Kirby Kovacs Kowalski Kumar Lambert".split(" "),
  ..."Langford Lawson Leung Lewis Lindqvist Lloyd Lowe Mahmood Malik Marsden".split(" "),
  ..."Mbeki McAllister McCarthy McKenzie Mehta Mensah Metcalfe Middleton Mistry Morgan".split(" "),
  ..."Morris Mukherjee Murphy Nair Naylor Nkosi Norris Novak Nowak Oakley".split(" "),
  ..."Obi Okafor Olsen Osborne Owusu Palmer Pandey Parkinson Patel Pearce".split(" "),
  ..."Pemberton Pereira Petrov Pickering Popescu Powell Pritchard Quigley Rahman Ramirez".split(
    " ",
  ),
  ..."Rawlings Reid Rhys Richards Roberts Rossi Rowntree Russell Sadiq Sanders".split(" "),
  ..."Santos Saunders Schofield Shah Sharma Shaw Siddiqui Silva Singh Sinclair".split(" "),
  ..."Smith Stafford Stewart Sutcliffe Suzuki Swift Takahashi Tanner Taylor Thackeray".split(" "),
  ..."Thomas Thornton Todd Townsend Tran Tremblay Turner Underwood Varga Vaughan".split(" "),
  ..."Vickers Wainwright Walker Wallace Walsh Warburton Watanabe Webb Whitaker White".split(" "),
  ..."Wilkinson Williams Wong Woodhouse Wright Yardley Yates Yeung Yilmaz Zaman".split(" "),
];

export const FIRST_NAMES: readonly string[] = [
  ..."Aaliyah Abigail Adam Aisha Alan Alice Amara Amelia Amit Andrew".split(" "),
  ..."Angela Anita Anthony Arjun Barbara Ben Bethan Blessing Brian Callum".split(" "),
  ..."Carol Catherine Charles Chidi Chloe Christine Claire Colin Craig Daniel".split(" "),
  ..."David Deborah Deepak Diane Dominic Eleanor Elif Emeka Emily Emma".split(" "),
  ..."Ewan Farah Fatima Fiona Frances Gareth Gemma Geoffrey George Gita".split(" "),
  ..."Grace Graham Hannah Harpreet Harriet Heather Helen Hiroshi Hugh Ian".split(" "),
  ..."Imran Ioana Irene Isla Ivan Jack Jagdeep James Janet Jasmine".split(" "),
  ..."Jia Joanne John Joseph Joyce Julie Karen Katarzyna Keith Kenneth".split(" "),
  ..."Khadija Kwame Laura Leila Leon Linda Louise Lucy Magdalena Manisha".split(" "),
  ..."Margaret Mark Martin Maryam Matthew Megan Mei Michael Miriam Mohammed".split(" "),
  ..."Nadia Naomi Natalie Neil Ngozi Niamh Nicola Nigel Oliver Olivia".split(" "),
  ..."Omar Oscar Pamela Patricia Paul Peter Philippa Priya Rachel Rajesh".split(" "),
  ..."Rebecca Rhiannon Richard Robert Rosemary Ruth Samira Samuel Sandra Sanjay".split(" "),
  ..."Sara Shirley Simon Sofia Stephen Susan Tariq Teresa Thomas Timothy".split(" "),
  ..."Tomasz Tunde Usha Valerie Vikram Vincent Wei William Yasmin Zoe".split(" "),
];

export const TOWNS: readonly string[] = [
  ..."Aberdeen Bangor Bath Belfast Birmingham Bradford Brighton Bristol Cambridge".split(" "),
  ..."Cardiff Carlisle Chester Coventry Derby Dundee Durham Edinburgh Exeter Glasgow".split(" "),
  ..."Hereford Inverness Leeds Leicester Lincoln Liverpool London Manchester Norwich".split(" "),
  ..."Nottingham Oxford Perth Plymouth Preston Ripon Sheffield Southampton Swansea".split(" "),
  ..."Truro Wakefield Winchester Worcester Wrexham York".split(" "),
];

export const STREETS: readonly string[] = [
  "Beech Avenue",
  "Canal Street",
  "Church Lane",
  "High Street",
  "Kingsway",
  "Mill Road",
  "Orchard Close",
  "Park Crescent",
  "Station Road",
  "The Green",
  "Victoria Terrace",
  "Windmill Hill",
];
