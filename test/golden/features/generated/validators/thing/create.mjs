"use strict";
export const validate = validate0;
const schema0 = {"properties":{"input":{"properties":{"Idempotency-Key":{"pattern":"^[!-~]*$","x-message":"must be visible ASCII characters, without spaces","minLength":1,"maxLength":64}}},"body":{"$ref":"#/$defs/Thing"}},"$defs":{"Thing":{"type":"object","properties":{"name":{"type":"string","minLength":1,"pattern":"^[^/]+$"},"size":{"type":"integer","minimum":0,"maximum":9007199254740991},"colour":{"type":"string","enum":["red","blue"]},"made":{"type":"string","format":"date-time"},"parts":{"type":"array","maxItems":3,"if":{"maxItems":3},"then":{"items":{"$ref":"#/$defs/Part%20of%20%C2%ABthing%C2%BB"},"uniqueItems":true}},"grid":{"type":"array","items":{"type":"array","items":{"type":"number"}}},"extra":{"type":"object"},"weight":{"anyOf":[{"type":"number"},{"type":"array","items":{"type":"string"}},{"$ref":"#/$defs/Unused"}]},"size of":{"type":"object","properties":{"width":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"part":{"$ref":"#/$defs/Part%20of%20%C2%ABthing%C2%BB"}},"required":["width"],"additionalProperties":false},"place":{"type":"object","properties":{}},"default":{},"is-new":{"type":"boolean"}},"required":["name","colour","place"],"additionalProperties":false},"Part of «thing»":{"type":"object","properties":{"of":{"$ref":"#/$defs/Thing"},"weights":{"type":"array","items":{"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38},"minItems":1}}},"Unused":{"type":"object","properties":{}}},"$id":"validate"};
const func0 = Object.prototype.hasOwnProperty;
const func2 = require("ajv/dist/runtime/ucs2length").default;
const func16 = require("#lib/shared/json/add-errors.ts").addErrors;
const pattern0 = new RegExp("^[!-~]*$", "u");
const schema1 = {"type":"object","properties":{"name":{"type":"string","minLength":1,"pattern":"^[^/]+$"},"size":{"type":"integer","minimum":0,"maximum":9007199254740991},"colour":{"type":"string","enum":["red","blue"]},"made":{"type":"string","format":"date-time"},"parts":{"type":"array","maxItems":3,"if":{"maxItems":3},"then":{"items":{"$ref":"#/$defs/Part%20of%20%C2%ABthing%C2%BB"},"uniqueItems":true}},"grid":{"type":"array","items":{"type":"array","items":{"type":"number"}}},"extra":{"type":"object"},"weight":{"anyOf":[{"type":"number"},{"type":"array","items":{"type":"string"}},{"$ref":"#/$defs/Unused"}]},"size of":{"type":"object","properties":{"width":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"part":{"$ref":"#/$defs/Part%20of%20%C2%ABthing%C2%BB"}},"required":["width"],"additionalProperties":false},"place":{"type":"object","properties":{}},"default":{},"is-new":{"type":"boolean"}},"required":["name","colour","place"],"additionalProperties":false};
const schema3 = {"type":"object","properties":{}};
const func19 = require("#lib/shared/json/equal.ts").equal;
const pattern1 = new RegExp("^[^/]+$", "u");
const formats0 = require("#lib/shared/json/formats.ts").formats["date-time"];
const schema2 = {"type":"object","properties":{"of":{"$ref":"#/$defs/Thing"},"weights":{"type":"array","items":{"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38},"minItems":1}}};
const wrapper0 = {validate: validate1};

function validate2(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate2.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.of !== undefined && func0.call(data, "of")){
if(!(wrapper0.validate(data.of, {instancePath:instancePath+"/of",parentData:data,parentDataProperty:"of",rootData,dynamicAnchors}))){
vErrors = func16(vErrors, wrapper0.validate.errors);
errors = vErrors.length;
}
}
if(data.weights !== undefined && func0.call(data, "weights")){
let data1 = data.weights;
if(Array.isArray(data1)){
if(data1.length < 1){
const err0 = {instancePath:instancePath+"/weights",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema2.properties.weights,data:data1};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 == "number"){
if(data2 > 3.4028234663852886e+38 || isNaN(data2)){
const err1 = {instancePath:instancePath+"/weights/" + i0,keyword:"maximum",params:{comparison: "<=", limit: 3.4028234663852886e+38},schema:3.4028234663852886e+38,parentSchema:schema2.properties.weights.items,data:data2};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data2 < -3.4028234663852886e+38 || isNaN(data2)){
const err2 = {instancePath:instancePath+"/weights/" + i0,keyword:"minimum",params:{comparison: ">=", limit: -3.4028234663852886e+38},schema:-3.4028234663852886e+38,parentSchema:schema2.properties.weights.items,data:data2};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/weights/" + i0,keyword:"type",params:{type: "number"},schema:schema2.properties.weights.items.type,parentSchema:schema2.properties.weights.items,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/weights",keyword:"type",params:{type: "array"},schema:schema2.properties.weights.type,parentSchema:schema2.properties.weights,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,keyword:"type",params:{type: "object"},schema:schema2.type,parentSchema:schema2,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate2.errors = vErrors;
return errors === 0;
}
validate2.evaluated = {"props":{"of":true,"weights":true},"dynamicProps":false,"dynamicItems":false};


function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate1.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "name"},schema:schema1.required,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.colour === undefined) || (!(func0.call(data, "colour")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "colour"},schema:schema1.required,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((data.place === undefined) || (!(func0.call(data, "place")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "place"},schema:schema1.required,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema1.properties, key0))){
const err3 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err4 = {instancePath:instancePath+"/name",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema1.properties.name,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern1.test(data0)){
const err5 = {instancePath:instancePath+"/name",keyword:"pattern",params:{pattern: "^[^/]+$"},schema:"^[^/]+$",parentSchema:schema1.properties.name,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/name",keyword:"type",params:{type: "string"},schema:schema1.properties.name.type,parentSchema:schema1.properties.name,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.size !== undefined && func0.call(data, "size")){
let data1 = data.size;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err7 = {instancePath:instancePath+"/size",keyword:"type",params:{type: "integer"},schema:schema1.properties.size.type,parentSchema:schema1.properties.size,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/size",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},schema:9007199254740991,parentSchema:schema1.properties.size,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err9 = {instancePath:instancePath+"/size",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema1.properties.size,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data.colour !== undefined && func0.call(data, "colour")){
let data2 = data.colour;
if(typeof data2 !== "string"){
const err10 = {instancePath:instancePath+"/colour",keyword:"type",params:{type: "string"},schema:schema1.properties.colour.type,parentSchema:schema1.properties.colour,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!((data2 === "red") || (data2 === "blue"))){
const err11 = {instancePath:instancePath+"/colour",keyword:"enum",params:{allowedValues: schema1.properties.colour.enum},schema:schema1.properties.colour.enum,parentSchema:schema1.properties.colour,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.made !== undefined && func0.call(data, "made")){
let data3 = data.made;
if(typeof data3 === "string"){
if(!(formats0(data3))){
const err12 = {instancePath:instancePath+"/made",keyword:"format",params:{format: "date-time"},schema:"date-time",parentSchema:schema1.properties.made,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/made",keyword:"type",params:{type: "string"},schema:schema1.properties.made.type,parentSchema:schema1.properties.made,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.parts !== undefined && func0.call(data, "parts")){
let data4 = data.parts;
const _errs12 = errors;
let valid1 = true;
const _errs13 = errors;
if(Array.isArray(data4)){
if(data4.length > 3){
const err14 = {};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
var _valid0 = _errs13 === errors;
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs14 = errors;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(!(validate2(data4[i0], {instancePath:instancePath+"/parts/" + i0,parentData:data4,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = func16(vErrors, validate2.errors);
errors = vErrors.length;
}
}
let i1 = data4.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func19(data4[i1], data4[j0])){
const err15 = {instancePath:instancePath+"/parts",keyword:"uniqueItems",params:{i: i1, j: j0},schema:true,parentSchema:schema1.properties.parts.then,data:data4};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
break outer0;
}
}
}
}
}
var _valid0 = _errs14 === errors;
valid1 = _valid0;
}
if(!valid1){
const err16 = {instancePath:instancePath+"/parts",keyword:"if",params:{failingKeyword: "then"},schema:schema1.properties.parts.if,parentSchema:schema1.properties.parts,data:data4};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(Array.isArray(data4)){
if(data4.length > 3){
const err17 = {instancePath:instancePath+"/parts",keyword:"maxItems",params:{limit: 3},schema:3,parentSchema:schema1.properties.parts,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/parts",keyword:"type",params:{type: "array"},schema:schema1.properties.parts.type,parentSchema:schema1.properties.parts,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.grid !== undefined && func0.call(data, "grid")){
let data6 = data.grid;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i2=0; i2<len1; i2++){
let data7 = data6[i2];
if(Array.isArray(data7)){
const len2 = data7.length;
for(let i3=0; i3<len2; i3++){
let data8 = data7[i3];
if(!(typeof data8 == "number")){
const err19 = {instancePath:instancePath+"/grid/" + i2+"/" + i3,keyword:"type",params:{type: "number"},schema:schema1.properties.grid.items.items.type,parentSchema:schema1.properties.grid.items.items,data:data8};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/grid/" + i2,keyword:"type",params:{type: "array"},schema:schema1.properties.grid.items.type,parentSchema:schema1.properties.grid.items,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/grid",keyword:"type",params:{type: "array"},schema:schema1.properties.grid.type,parentSchema:schema1.properties.grid,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.extra !== undefined && func0.call(data, "extra")){
let data9 = data.extra;
if(!(data9 && typeof data9 == "object" && !Array.isArray(data9))){
const err22 = {instancePath:instancePath+"/extra",keyword:"type",params:{type: "object"},schema:schema1.properties.extra.type,parentSchema:schema1.properties.extra,data:data9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.weight !== undefined && func0.call(data, "weight")){
let data10 = data.weight;
const _errs25 = errors;
let valid9 = false;
const _errs26 = errors;
if(!(typeof data10 == "number")){
const err23 = {instancePath:instancePath+"/weight",keyword:"type",params:{type: "number"},schema:schema1.properties.weight.anyOf[0].type,parentSchema:schema1.properties.weight.anyOf[0],data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var _valid1 = _errs26 === errors;
valid9 = valid9 || _valid1;
const _errs28 = errors;
if(Array.isArray(data10)){
const len3 = data10.length;
for(let i4=0; i4<len3; i4++){
let data11 = data10[i4];
if(typeof data11 !== "string"){
const err24 = {instancePath:instancePath+"/weight/" + i4,keyword:"type",params:{type: "string"},schema:schema1.properties.weight.anyOf[1].items.type,parentSchema:schema1.properties.weight.anyOf[1].items,data:data11};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/weight",keyword:"type",params:{type: "array"},schema:schema1.properties.weight.anyOf[1].type,parentSchema:schema1.properties.weight.anyOf[1],data:data10};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var _valid1 = _errs28 === errors;
valid9 = valid9 || _valid1;
const _errs32 = errors;
if(!(data10 && typeof data10 == "object" && !Array.isArray(data10))){
const err26 = {instancePath:instancePath+"/weight",keyword:"type",params:{type: "object"},schema:schema3.type,parentSchema:schema3,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
var _valid1 = _errs32 === errors;
valid9 = valid9 || _valid1;
if(!valid9){
errors = _errs25;
if(vErrors !== null){
if(_errs25){
vErrors.length = _errs25;
}
else {
vErrors = null;
}
}
const err27 = {instancePath:instancePath+"/weight",keyword:"anyOf",params:{},schema:schema1.properties.weight.anyOf,parentSchema:schema1.properties.weight,data:data10};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
else {
errors = _errs25;
if(vErrors !== null){
if(_errs25){
vErrors.length = _errs25;
}
else {
vErrors = null;
}
}
}
}
if(data["size of"] !== undefined && func0.call(data, "size of")){
let data12 = data["size of"];
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if((data12.width === undefined) || (!(func0.call(data12, "width")))){
const err28 = {instancePath:instancePath+"/size of",keyword:"required",params:{missingProperty: "width"},schema:schema1.properties["size of"].required,parentSchema:schema1.properties["size of"],data:data12};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
for(const key1 of Object.keys(data12)){
if(!((key1 === "width") || (key1 === "part"))){
const err29 = {instancePath:instancePath+"/size of",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema1.properties["size of"],data:data12};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data12.width !== undefined && func0.call(data12, "width")){
let data13 = data12.width;
if(!((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13)))){
const err30 = {instancePath:instancePath+"/size of/width",keyword:"type",params:{type: "integer"},schema:schema1.properties["size of"].properties.width.type,parentSchema:schema1.properties["size of"].properties.width,data:data13};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(typeof data13 == "number"){
if(data13 > 2147483647 || isNaN(data13)){
const err31 = {instancePath:instancePath+"/size of/width",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},schema:2147483647,parentSchema:schema1.properties["size of"].properties.width,data:data13};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data13 < -2147483648 || isNaN(data13)){
const err32 = {instancePath:instancePath+"/size of/width",keyword:"minimum",params:{comparison: ">=", limit: -2147483648},schema:-2147483648,parentSchema:schema1.properties["size of"].properties.width,data:data13};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
if(data12.part !== undefined && func0.call(data12, "part")){
if(!(validate2(data12.part, {instancePath:instancePath+"/size of/part",parentData:data12,parentDataProperty:"part",rootData,dynamicAnchors}))){
vErrors = func16(vErrors, validate2.errors);
errors = vErrors.length;
}
}
}
else {
const err33 = {instancePath:instancePath+"/size of",keyword:"type",params:{type: "object"},schema:schema1.properties["size of"].type,parentSchema:schema1.properties["size of"],data:data12};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.place !== undefined && func0.call(data, "place")){
let data15 = data.place;
if(!(data15 && typeof data15 == "object" && !Array.isArray(data15))){
const err34 = {instancePath:instancePath+"/place",keyword:"type",params:{type: "object"},schema:schema1.properties.place.type,parentSchema:schema1.properties.place,data:data15};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data["is-new"] !== undefined && func0.call(data, "is-new")){
let data16 = data["is-new"];
if(typeof data16 !== "boolean"){
const err35 = {instancePath:instancePath+"/is-new",keyword:"type",params:{type: "boolean"},schema:schema1.properties["is-new"].type,parentSchema:schema1.properties["is-new"],data:data16};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath,keyword:"type",params:{type: "object"},schema:schema1.type,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}
validate1.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.input !== undefined && func0.call(data, "input")){
let data0 = data.input;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0["Idempotency-Key"] !== undefined && func0.call(data0, "Idempotency-Key")){
let data1 = data0["Idempotency-Key"];
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err0 = {instancePath:instancePath+"/input/Idempotency-Key",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema0.properties.input.properties["Idempotency-Key"],data:data1};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(func2(data1) < 1){
const err1 = {instancePath:instancePath+"/input/Idempotency-Key",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema0.properties.input.properties["Idempotency-Key"],data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern0.test(data1)){
const err2 = {instancePath:instancePath+"/input/Idempotency-Key",keyword:"pattern",params:{pattern: "^[!-~]*$"},schema:"^[!-~]*$",parentSchema:schema0.properties.input.properties["Idempotency-Key"],data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
}
}
if(data.body !== undefined && func0.call(data, "body")){
if(!(validate1(data.body, {instancePath:instancePath+"/body",parentData:data,parentDataProperty:"body",rootData,dynamicAnchors}))){
vErrors = func16(vErrors, validate1.errors);
errors = vErrors.length;
}
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"input":true,"body":true},"dynamicProps":false,"dynamicItems":false};

